import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';

/** A column as both sides can state it: `table.column type [not null]`. */
type Described = ReadonlySet<string>;

const SCHEMA = resolve(__dirname, '../../../../prisma/schema.prisma');
/** Prisma's scalar types, with their attribute if any, by the type name of Postgres. */
const TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  'String[]': '_text',
  Int: 'int4',
  'Int @db.SmallInt': 'int2',
  BigInt: 'int8',
  Float: 'float8',
  Boolean: 'bool',
  Bytes: 'bytea',
  Json: 'jsonb',
  'Unsupported("xid8")': 'xid8',
  'Unsupported("tsvector")': 'tsvector',
  'DateTime @db.Timestamptz(3)': 'timestamptz(3)',
  'DateTime @db.Date': 'date',
};

interface Model {
  readonly name: string;
  readonly table: string;
  readonly lines: readonly string[];
}

interface Parsed {
  readonly models: readonly Model[];
  readonly enums: ReadonlyMap<string, { readonly type: string; readonly values: readonly string[] }>;
}

let database: TestDatabase;
let client: Client;
let schema: Parsed;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  schema = parse(await readFile(SCHEMA, 'utf8'));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The name in the database. */
function mapped(lines: readonly string[]): string {
  return /@@map\("(\w+)"\)/.exec(lines.join('\n'))?.[1] ?? '';
}

/** The blocks of schema.prisma; its grammar is a line a field. */
function parse(text: string): Parsed {
  const blocks = [...text.matchAll(/^(model|enum) (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, kind = '', name = '', inside = '']) => ({
    kind,
    name,
    lines: inside
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('//')),
  }));
  return {
    models: blocks.filter(({ kind }) => kind === 'model').map(({ name, lines }) => ({ name, lines, table: mapped(lines) })),
    enums: new Map(
      blocks
        .filter(({ kind }) => kind === 'enum')
        .map(({ name, lines }) => [name, { type: mapped(lines), values: lines.filter((line) => !line.startsWith('@@')) }]),
    ),
  };
}

interface Field {
  readonly name: string;
  readonly column: string;
  readonly type: string;
  readonly optional: boolean;
  readonly line: string;
}

/** The fields of a model that are columns: relations are not. */
function columns(model: Model): readonly Field[] {
  return model.lines
    .map((line) => /^(\w+)\s+(\w+(?:\[\]|\("\w+"\))?)(\??)(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([line, name = '', type = '', mark = '', rest = '']) => ({
      name,
      column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name,
      type: schema.enums.get(type)?.type ?? TYPES[[type, /@db\.[\w()]+/.exec(rest)?.[0]].filter(Boolean).join(' ')] ?? '',
      optional: mark === '?' || type.endsWith('[]'),
      line,
    }))
    .filter(({ type }) => type !== '');
}

/** The columns named in `[a, b(sort: Desc)]`, as the database shows them. */
function columnList(model: Model, list: string): string {
  const byName = new Map(columns(model).map(({ name, column }) => [name, column]));
  return list
    .split(/,\s*/)
    .map((part) => `${byName.get(/^\w+/.exec(part)?.[0] ?? '') ?? '?'}${part.includes('Desc') ? ' DESC' : ''}`)
    .join(', ');
}

async function describedBy(sql: string): Promise<Described> {
  const { rows } = await client.query<{ described: string }>(sql);
  return new Set(rows.map(({ described }) => described));
}

it('the same columns, types and nullability', async () => {
  const expected = schema.models.flatMap((model) =>
    columns(model).map(({ column, type, optional }) => `${model.table}.${column} ${type}${optional ? '' : ' not null'}`),
  );
  const found = await describedBy(`
    SELECT c.relname || '.' || a.attname || ' ' || t.typname
      || CASE WHEN t.typname = 'timestamptz' THEN '(' || a.atttypmod || ')' ELSE '' END
      || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS described
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relname <> '_prisma_migrations'`);
  expect([...found].toSorted()).toEqual(expected.toSorted());
});

it('the same defaults', async () => {
  const expected = schema.models.flatMap((model) =>
    columns(model)
      .filter(({ line }) => line.includes('@default('))
      .map(({ column, line }) => `${model.table}.${column} ${/@default\("?(.*?)"?\)(?: |$)/.exec(line)?.[1] ?? ''}`),
  );
  const found = await describedBy(`
    SELECT table_name || '.' || column_name || ' ' || CASE
      WHEN is_generated = 'ALWAYS' THEN 'dbgenerated()'
      WHEN column_default LIKE '%(%)' AND column_default NOT LIKE 'nextval(%' THEN 'dbgenerated("' || column_default || '")'
      WHEN column_default LIKE 'nextval(%' THEN 'autoincrement()' WHEN column_default = 'CURRENT_TIMESTAMP' THEN 'now()'
      ELSE replace(split_part(column_default, '::', 1), '''', '') END AS described
    FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_default IS NOT NULL OR is_generated = 'ALWAYS') AND table_name <> '_prisma_migrations'`);
  expect([...found].toSorted()).toEqual(expected.toSorted());
});

it('the same keys and indexes, in the same order', async () => {
  const expected = schema.models.flatMap((model) => [
    ...columns(model)
      .filter(({ line }) => / @id\b/.test(line))
      .map(({ column }) => `${model.table} primary btree (${column})`),
    ...columns(model)
      .filter(({ line }) => / @unique\b/.test(line))
      .map(({ column }) => `${model.table} unique btree (${column})`),
    ...model.lines
      // Behind an index, as a comment, stands what the language has no words for, as Postgres words it.
      .map((line) => /^@@(id|unique|index)\(\[(.*?)\](?:, type: (\w+))?\)(?: \/\/ (.*))?$/.exec(line))
      .filter((match) => match !== null)
      .map(([, kind = '', list = '', type = 'BTree', more = '']) =>
        [model.table, kind === 'id' ? 'primary' : kind, type.toLowerCase(), `(${columnList(model, list)})`, more].join(' ').trim(),
      ),
  ]);
  const found = await describedBy(`
    SELECT c.relname || ' ' || CASE WHEN i.indisprimary THEN 'primary' WHEN i.indisunique THEN 'unique' ELSE 'index' END
      || ' ' || m.amname || ' (' || (SELECT string_agg(pg_get_indexdef(i.indexrelid, k, true)
          || CASE WHEN i.indoption[k - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ', ' ORDER BY k) FROM generate_series(1, i.indnkeyatts) k) || ')'
      || coalesce(' ' || substring(pg_get_indexdef(i.indexrelid) FROM '(?:INCLUDE|WITH|WHERE) .*$'), '') AS described
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'`);
  expect([...found].toSorted()).toEqual(expected.toSorted());
});

it('the same references', async () => {
  const tables = new Map(schema.models.map((model) => [model.name, model]));
  const expected = schema.models.flatMap((model) =>
    model.lines
      .map((line) =>
        /^\w+\s+(\w+)\??\s+@relation\(.*fields: \[(.*?)\], references: \[(.*?)\], onDelete: Restrict, onUpdate: Restrict/.exec(line),
      )
      .filter((match) => match !== null)
      .map(([, target = '', fields = '', references = '']) => {
        const other = tables.get(target) ?? model;
        return `${model.table} (${columnList(model, fields)}) → ${other.table} (${columnList(other, references)})`;
      }),
  );
  const found = await describedBy(`
    SELECT conrelid::regclass || ' (' || own.list || ') → ' || confrelid::regclass || ' (' || other.list || ')' AS described
    FROM pg_constraint,
      LATERAL (SELECT string_agg(a.attname, ', ' ORDER BY k.place) AS list FROM unnest(conkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = k.number) own,
      LATERAL (SELECT string_agg(a.attname, ', ' ORDER BY k.place) AS list FROM unnest(confkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = confrelid AND a.attnum = k.number) other
    WHERE contype = 'f' AND confdeltype = 'r' AND confupdtype = 'r'`);
  expect([...found].toSorted()).toEqual(expected.toSorted());
});

it('the same enumerations', async () => {
  const expected = [...schema.enums.values()].map(({ type, values }) => `${type}: ${values.join(', ')}`);
  const found = await describedBy(`
    SELECT t.typname || ': ' || string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) AS described
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname`);
  expect([...found].toSorted()).toEqual(expected.toSorted());
});
