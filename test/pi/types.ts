import type { ExtensionFactory as Extension074, Theme as Theme074 } from 'pi-0-74';
import type { ExtensionContext as Context, ExtensionFactory as Extension, Theme } from 'pi-newest';
import askUserExtension, { type PiContext, type PiTheme } from 'react-ask-user/pi';

/** Verifies that pi's types accept the extension, such as in `extensionFactories` of its SDK. */
export const factories: [Extension074, Extension] = [askUserExtension, askUserExtension];
export const context = (of: Context): PiContext => of;
export const themes = (old: Theme074, recent: Theme): readonly PiTheme[] => [old, recent];
