import { ByteSink, ComparingSink, Ended } from './sink.js';

const NUMBERS = [0, 1, 9, 10, 11, 99, 100, 101, 999_999_999, 1_000_000_000, 2_147_483_647];

function utf8Of(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

describe('a sink of bytes', () => {
  it.each(NUMBERS)('writes the digits of %i', (value) => {
    const sink = new ByteSink(100);
    sink.digits(value);
    expect(Buffer.from(sink.written()).toString()).toBe(String(value));
  });

  it('grows, and returns a part of its bytes', () => {
    const sink = new ByteSink(100_000);
    for (let i = 0; i < 10_000; i += 1) sink.ascii('ab');
    sink.bytes(utf8Of('cd'));
    expect(Buffer.from(sink.since(19_998)).toString()).toBe('abcd');
    expect(sink.written()).toHaveLength(20_002);
  });

  it('ends after the maximal number of bytes', () => {
    const sink = new ByteSink(4);
    sink.ascii('abc');
    sink.digits(7);
    expect(() => sink.ascii('d')).toThrow(Ended);
    expect(() => sink.bytes(utf8Of('d'))).toThrow(Ended);
    expect(() => sink.digits(1)).toThrow(Ended);
  });
});

describe('a comparison', () => {
  it.each(NUMBERS)('takes the digits of %i and of no other number', (value) => {
    const right = new ComparingSink(utf8Of(String(value)));
    right.digits(value);
    expect(right.length).toBe(String(value).length);
    for (const other of NUMBERS) if (other !== value) expect(() => compareDigits(`${other}`, value)).toThrow(Ended);
  });

  it.each([
    ['abc', 'abd'],
    ['abc', 'xbc'],
    ['ab', 'abc'],
    ['', 'a'],
  ])('takes %j as no %j', (there, text) => {
    expect(() => new ComparingSink(utf8Of(there)).ascii(text)).toThrow(Ended);
    expect(() => new ComparingSink(utf8Of(there)).bytes(utf8Of(text))).toThrow(Ended);
  });

  it('reports its position', () => {
    const comparison = new ComparingSink(utf8Of('ab12cd'));
    comparison.ascii('ab');
    comparison.digits(12);
    comparison.bytes(utf8Of('c'));
    expect(comparison.length).toBe(5);
  });
});

/** Compares the number, written as digits followed by a comma, with the bytes of `there`. */
function compareDigits(there: string, value: number): void {
  const comparison = new ComparingSink(utf8Of(`${there},`));
  comparison.digits(value);
  comparison.ascii(',');
}
