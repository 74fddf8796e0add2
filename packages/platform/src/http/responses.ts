import type { JSONSchema } from 'json-schema-to-ts';

export type ResponseStatus = 200 | 201 | 202 | 204 | 404 | 503;
/** A JSON Schema. One with a `title` is named after it in the API description. */
export type Schema = Exclude<JSONSchema, boolean>;

/** One way in which a route answers when all is well. */
export interface ResponseDeclaration {
  /** One sentence. */
  readonly description: string;
  /** The schema of the body by media type, without parameters; none where there is no body. */
  readonly content: Readonly<Record<string, Schema>>;
  /** The header fields that clients may rely on, besides those that every answer has. */
  readonly headers: readonly string[];
}

/** 404 and 503 are here for answers whose form is not a problem's: the grey badge, a health body. */
export type Responses = Readonly<Partial<Record<ResponseStatus, ResponseDeclaration>>>;

/** An answer in JSON. */
export function jsonResponse(description: string, schema: Schema, headers: readonly string[] = []): ResponseDeclaration {
  return { description, content: { 'application/json': schema }, headers };
}

/** An answer that is text, a picture or a file. */
export function documentResponse(description: string, mediaType: string, headers: readonly string[] = []): ResponseDeclaration {
  return { description, content: { [mediaType]: { type: 'string' } }, headers };
}

/** An answer without a body. */
export function emptyResponse(description: string): ResponseDeclaration {
  return { description, content: {}, headers: [] };
}
