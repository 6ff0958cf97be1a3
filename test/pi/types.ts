import type { ExtensionFactory as Extension074, Theme as Theme074 } from 'pi-0-74';
import type { ExtensionContext as Context, ExtensionFactory as Extension, Theme } from 'pi-newest';
import askUserExtension from 'react-ask-user/pi';

/** Verifies that pi's types accept the extension, such as in `extensionFactories` of its SDK. */
export const factories: [Extension074, Extension] = [askUserExtension, askUserExtension];

type Tool = Parameters<Parameters<typeof askUserExtension>[0]['registerTool']>[0];
type PiContext = Parameters<Tool['execute']>[4];
type PiTheme = Parameters<NonNullable<Tool['renderCall']>>[1];
export const context = (of: Context): PiContext => of;
export const themes = (old: Theme074, recent: Theme): readonly PiTheme[] => [old, recent];
