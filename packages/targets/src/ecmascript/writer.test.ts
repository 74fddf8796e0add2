import { OutOfRoom, Room } from '../writing/room.js';
import { Writer } from './writer.js';

function written(write: (writer: Writer) => void): string {
  const writer = new Writer(new Room(), 'javascript');
  write(writer);
  return writer.text();
}

const LONG = `${'an_operand + '.repeat(12)}the_last`;

it('an empty loop of a counter is one line', () => {
  const text = written((writer) => {
    writer.open('for (let i = 0; i < 3; i += 1) {');
    writer.close('}');
  });
  expect(text).toBe('for (let i = 0; i < 3; i += 1) {}\n');
});

it('a loop of a counter whose head takes several lines is closed on one of its own', () => {
  const text = written((writer) => {
    writer.open(`for (let i = ${LONG}; i < 3; i += 1) {`);
    writer.close('}');
  });
  expect(text.split('\n').slice(-3)).toEqual([') {', '}', '']);
});

it('lines of a block are laid out at their depth', () => {
  const text = written((writer) => {
    const inner = writer.inner();
    inner.line(`const sum = ${LONG};`);
    writer.block('if (true) {', inner);
  });
  expect(text.split('\n').slice(0, 3)).toEqual(['if (true) {', '  const sum =', '    an_operand +']);
});

it('the room is taken as lines are written, before their layout', () => {
  const writer = new Writer(new Room(), 'javascript');
  const line = `x = [${'1, '.repeat(16_000)}1];`;
  const writeAll = (): void => {
    for (let count = 0; count < 1_000; count += 1) writer.line(line);
  };
  expect(writeAll).toThrow(OutOfRoom);
});
