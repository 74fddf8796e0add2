import { createTestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { copyRows } from './copy.js';

it('what is copied is read back as it was, whatever signs are in it', async () => {
  const database = await createTestDatabase('empty');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('CREATE TABLE things (place integer, text text, bytes bytea, truth boolean)');
    const texts = ['', '\\', '\\N', '\\.', 'a\tb', 'a\nb', 'a\r\nb', `'"`, '\u0001', 'ÄÖ 税 😀', null];
    const rows = texts.map((text, place) => ({ place, text, bytes: Uint8Array.of(0, place, 255), truth: place % 2 === 0 }));
    await copyRows(client, 'things', ['place', 'text', 'bytes', 'truth'], rows);
    const read = await client.query<{ text: string | null; bytes: Buffer; truth: boolean }>('SELECT * FROM things ORDER BY place');
    expect(read.rows.map(({ bytes, ...row }) => ({ ...row, bytes: new Uint8Array(bytes) }))).toEqual(rows);
  } finally {
    await client.end();
    await database.drop();
  }
});
