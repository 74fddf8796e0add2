/** A form of the language, for a reader who has seen another one. */
export interface Form {
  readonly meaning: string;
  readonly lines: readonly string[];
}

/** The forms that most programs need. Each stands in a circuit with the ports of {@link GLANCE_PORTS}. */
export const FORMS: readonly Form[] = [
  { meaning: 'A number between bounds: there are only whole numbers, so count in cents', lines: ['input price: 0..1_000_000'] },
  {
    meaning: 'Yes or no, one of some words, a text, a list',
    lines: ['input member: bool', 'input kind: enum { small, large }', 'input note: text[..60]', 'input prices: [0..10_000; ..20]'],
  },
  { meaning: 'A value with a name, which never changes', lines: ['net = price * 100 / 119'] },
  { meaning: 'A choice', lines: ['fee = if price > 10_000 { 150 } else { 300 }'] },
  { meaning: 'A choice of many', lines: ['rate = match kind { .small => 5, .large => 3 }'] },
  { meaning: 'A percentage, rounded down or to the nearest', lines: ['down = price * 19 / 100', 'nearest = DIV_ROUND(price * 19, 100)'] },
  { meaning: 'A ceiling, a floor, both', lines: ['most = MIN(price, 500)', 'least = MAX(price, 35)', 'both = CLAMP(price, 35, 500)'] },
  {
    meaning: 'Equal parts, and the rest, so that nothing is lost',
    lines: ['part = price / people', 'rest = price % people', 'ensure part * people + rest == price "nothing is lost"'],
  },
  {
    meaning: 'All of a list: its sum, how many, each, those that satisfy',
    lines: [
      'total = SUM(prices)',
      'dear = count p in prices { p > 5_000 }',
      'doubled = map p in prices { p * 2 }',
      'cheap = filter p in prices { p < 100 }',
    ],
  },
  {
    meaning: 'A condition of the inputs, and a promise about the outputs',
    lines: ['require price > people', 'fee = MIN(price, 300)', 'ensure fee <= price "a fee is at most the price"'],
  },
];

/** The lines of a circuit before those of a form, for each form that does not declare them. */
export const GLANCE_PORTS: readonly string[] = [
  'input price: 0..1_000_000',
  'input people: 1..12',
  'input kind: enum { small, large }',
  'input prices: [0..10_000; ..20]',
];
