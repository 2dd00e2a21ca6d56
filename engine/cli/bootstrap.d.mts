export declare const root: string;
export declare function nodeProblem(version: string): string | null;
export declare function installProblem(folder: string): string | null;
export declare function isLinked(folder: string): boolean;
export declare function prepare(): void;
