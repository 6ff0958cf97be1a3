interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: string | { readonly url: string };
  readonly homepage?: string;
  readonly bugs?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly provenance?: boolean };
}
interface Published {
  readonly versions: readonly string[];
  readonly repository?: string | { readonly url: string };
}
export declare function releaseProblems(release: {
  readonly manifest: Manifest;
  readonly alias: Manifest;
  readonly changelog: string;
  readonly tag?: string;
  readonly repository?: string;
  readonly registry: Readonly<Record<string, Published | undefined>>;
}): string[];
export declare function repositoryUrl(manifest: Pick<Manifest, 'repository'>): string | undefined;
export declare function absoluteLinks(readme: string, url: string, tag: string): string;
export declare function releaseNotes(changelog: string, version: string): string;
