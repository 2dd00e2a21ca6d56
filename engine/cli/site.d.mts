export declare function sourcesHash(): string;
export declare function siteIsStale(): boolean;
export declare function build(): string | null;
