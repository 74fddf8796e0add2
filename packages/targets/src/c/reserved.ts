/** Words that no name of the emitted code may be: keywords, and names of the standard library that are macros or built in. */
export const WORDS: ReadonlySet<string> = new Set(
  [
    'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict',
    'return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof fortran',
    'class new delete this template namespace private public protected virtual operator friend using try catch throw export mutable',
    'explicit typename typeid constexpr nullptr decltype noexcept and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq',
    'bool true false alignas alignof noreturn static_assert thread_local complex imaginary offsetof errno assert unix linux i386 vax',
    'main stdin stdout stderr setjmp longjmp jmp_buf inputs outputs error host run abort exit atexit quick_exit at_quick_exit',
    'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t size_t ptrdiff_t wchar_t',
    'max_align_t time_t clock_t tm timespec div_t ldiv_t lldiv_t div ldiv lldiv imaxdiv imaxabs strtoimax strtoumax va_list va_start va_arg va_end va_copy',
    'memcpy memmove memset memcmp memchr strcpy strncpy strcat strncat strcmp strncmp strcoll strxfrm strchr strrchr strspn strcspn',
    'strpbrk strstr strtok strerror strlen malloc calloc realloc free aligned_alloc getenv system qsort bsearch abs labs llabs rand srand',
    'atof atoi atol atoll strtod strtof strtold strtol strtoll strtoul strtoull mblen mbtowc wctomb mbstowcs wcstombs',
    'printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf scanf fscanf sscanf vscanf vfscanf vsscanf puts fputs putc fputc',
    'putchar getc getchar gets fgets fgetc ungetc fopen freopen fclose fflush fread fwrite fseek ftell rewind fgetpos fsetpos feof ferror',
    'clearerr perror remove rename tmpfile tmpnam setbuf setvbuf signal raise time clock difftime mktime timespec_get asctime ctime gmtime',
    'localtime strftime isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper',
    'iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit towlower towupper',
    'sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp log pow sqrt cbrt hypot erf erfc tgamma lgamma ceil floor nearbyint',
    'rint lrint llrint round lround llround trunc fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma frexp ldexp',
    'modf scalbn scalbln ilogb logb expm1 exp2 log10 log1p log2 atan2 fabs isfinite isinf isnan isnormal signbit fpclassify isgreater',
    'isless islessgreater isunordered isgreaterequal islessequal cabs carg cimag creal conj cproj cexp clog cpow csqrt csin ccos ctan',
    'casin cacos catan csinh ccosh ctanh casinh cacosh catanh feclearexcept',
  ]
    .join(' ')
    .split(' '),
);

/** The library has `float` and `long double` forms of its mathematical functions, which compilers know as well. */
function isReserved(name: string): boolean {
  return WORDS.has(name) || (/[fl]$/.test(name) && WORDS.has(name.slice(0, -1)));
}

/** Returns a name as C can have it: a reserved one gets an underscore. */
export function allowed(name: string): string {
  return isReserved(name) ? `${name}_` : name;
}

/** Names that the main program and the tests use themselves. Their other names begin with `json_` or `kir_`. */
const MAIN_WORDS: ReadonlySet<string> = new Set(
  'fail keep kept block reader takes parse place wrong refusal refuse answer ports line status each'.split(' '),
);

/** Functions of POSIX, which a circuit of the same name would replace in the whole program; and a name that C++ has. */
const SYSTEM_WORDS: ReadonlySet<string> = new Set(
  [
    'read write open close creat lseek pipe dup dup2 fork vfork execl execv execve wait waitpid kill sleep usleep pause alarm nice',
    'link unlink symlink readlink access chdir getcwd chown chmod umask stat fstat lstat mkdir rmdir truncate ftruncate sync fsync',
    'select poll socket bind listen accept connect send recv sendto recvfrom shutdown ioctl fcntl mmap munmap mount times brk sbrk',
    'syscall environ index rindex random getopt optarg glob std',
  ]
    .join(' ')
    .split(' '),
);

/** Returns the name of the circuit's function, with which all its other public names begin. */
export function circuitName(name: string): string {
  const isTaken = isReserved(name) || MAIN_WORDS.has(name) || SYSTEM_WORDS.has(name);
  return isTaken || /^(?:kir|json)(?:_|$)|^u?int(?:max|ptr|_|$)/.test(name) ? `${name}_circuit` : name;
}

/** Returns the name of a local variable, apart from all names of the file: those begin with the circuit's name or with `kir_`. */
export function localName(name: string, circuit: string): string {
  const clashes = name === circuit || name.startsWith(`${circuit}_`) || name.startsWith('kir_');
  return clashes ? `${circuit.startsWith('w') || name.startsWith('w') ? 'x' : 'w'}_${name}` : allowed(name);
}

/** Returns an enumeration constant. Some names of three words are limits of integer types. */
export function constantName(...words: readonly string[]): string {
  const name = words.join('_').toUpperCase();
  return /^(?:U?INT|INTMAX|UINTMAX|PTRDIFF|SIZE|WCHAR|WINT|SIG_ATOMIC|MB_CUR).*_(?:MAX|MIN|C|WIDTH)$/.test(name) ? `${name}_` : name;
}
