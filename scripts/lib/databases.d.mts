export declare function findPostgres(): string | undefined;
export declare function findRedis(): string | undefined;
export declare function ensureDatabases(): void;
