/** The style of all emitted C, as `clang-format --style=` takes it: that of LLVM, without a limit for lines. */
export const STYLE = '{BasedOnStyle: LLVM, ColumnLimit: 0, AllowShortFunctionsOnASingleLine: None, AllowShortEnumsOnASingleLine: false}';

/** Returns a text of whole lines, laid out. */
export function laidOutText(text: string): string {
  return text;
}
