import type { JSONSchema } from 'json-schema-to-ts';

export type Schema = Exclude<JSONSchema, boolean>;

/** An OpenAPI 3.1 document as the suites read it: written down apart from what makes it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  /** By path, as `/v1/circuits/{pid}`, then by method in lower case. */
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }>>;
  };
}

export type PathItem = Readonly<Partial<Record<OperationMethod, Operation>>>;
export type OperationMethod = 'get' | 'post' | 'put' | 'delete';

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> };
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The scope that the key must have. */
  readonly 'x-scope'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Header {
  readonly description?: string;
  /** True if every answer that lists the field has it. */
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Reference {
  readonly $ref: string;
}
