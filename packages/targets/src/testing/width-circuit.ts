/** Ports at the edges of 32 bits, and types with 32 bits in all of their values or not. */
export const WIDTHS = `circuit widths {
  input edge: i32
  input above: -2_147_483_648..2_147_483_648
  input below: -2_147_483_649..0
  input natural: 0..2_147_483_647
  input list: [i32; ..3]
  input row: (narrow: i32, wide: u32)
  input option: (i64)?
  input other: (0..9)?
  output sum: i32
  output lists: [[i32; ..3]; ..2]
  output same: (0..9)?
  sum = CLAMP(edge + above + below + natural + row.narrow + row.wide + (option ?? 0) % 9, 0, 9)
  lists = [list]
  same = other
}`;
