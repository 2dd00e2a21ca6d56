export declare function sourcesHash(project: string): string;
export declare function siteIsStale(): boolean;
export declare function build(): string | null;
