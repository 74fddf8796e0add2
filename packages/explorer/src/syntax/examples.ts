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
