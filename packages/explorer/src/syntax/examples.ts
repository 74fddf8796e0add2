/** Programs that teach: each is wrong at first, and shows where. */
export const EXAMPLES: readonly { readonly title: string; readonly source: string }[] = [
  {
    title: 'Instalments that lose money',
    source: `// Split a price into equal instalments. What happens to the rest?
circuit instalments {
  input price: 0..1_000_000    // cents
  input count: 1..24
  output each: 0..1_000_000
  output paid: 0..1_000_000

  each = price / count
  paid = each * count

  ensure paid == price "no cent is lost"
}
`,
  },
  {
    title: 'A fee that inverts',
    source: `// Whoever pays more should pay no smaller fee. Is that so where the tariff changes?
component fee(amount: 1..1_000_000) -> 0..30_000 {
  if amount < 10_000 { 50 + amount * 3 / 100 } else { amount * 2 / 100 }
}

circuit fees {
  input smaller: 1..1_000_000   // cents
  input larger: 1..1_000_000
  output fee_smaller: 0..30_000
  output fee_larger: 0..30_000

  require smaller <= larger

  fee_smaller = fee(smaller)
  fee_larger = fee(larger)

  ensure fee_smaller <= fee_larger "a larger amount has no smaller fee"
}
`,
  },
  {
    title: 'A policy with a hole',
    source: `// May an agent pay? The promise says what no rule may ever allow.
policy payments {
  action "pay.send" (cents: 0..1_000_000, known: bool)
  action "pay.refund" (cents: 0..100_000)

  rule small allow on "pay.*" when cents <= 10_000
  rule trusted allow on "pay.send" when known
  rule large review on "pay.send" when cents > 500_000

  ensure review or deny on "pay.*" when cents > 10_000 "no large payment without a person"

  default deny
}
`,
  },
  {
    title: 'A fee that can divide by zero',
    source: `circuit fee_share {
  input fee: 0..100_000
  input members: 0..50
  output share: 0..100_000

  share = fee / members
}
`,
  },
  {
    title: 'A fee that is proven',
    source: `circuit card_fee {
  input amount: 1..1_000_000   // cents
  output fee: 0..30_000

  fee = MAX(35, amount * 29 / 1_000)

  ensure fee >= 35 "at least 35 cents"
}
`,
  },
  {
    title: 'Items that fit',
    source: `circuit basket {
  input prices: [0..10_000; ..20]
  output total: 0..200_000
  output dear: 0..20

  total = SUM(prices)
  dear = count p in prices { p > 5_000 }

  ensure total <= 10_000 * LENGTH(prices)
}
`,
  },
];
