import { type ValidateFunction, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from '../../http/responses.js';

/** Holds values to the schemas of requests, with nothing of the service's own validation. */
export class Shapes {
  readonly #validator = new Validator({ strict: false });
  readonly #compiled = new WeakMap<Schema, ValidateFunction>();

  constructor() {
    addFormats.default(this.#validator);
    // Said in words only: a name, without NUL and without a key.
    this.#validator.addFormat('label', (text: string) => !text.includes('\0') && !text.includes('svc_live_'));
  }

  holds(schema: Schema, value: unknown): boolean {
    const keywords: Readonly<Record<string, unknown>> = schema;
    const validate = this.#compiled.get(schema) ?? this.#validator.compile(keywords);
    this.#compiled.set(schema, validate);
    return validate(value);
  }
}
