import { JAVA, outputOfJava } from '../testing/java-toolchain.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo, isInstalled } from '../testing/toolchain.js';

/** The method that Java code calls, without JSON between. */

const here = isInstalled(JAVA) ? test : test.skip;

const MANY = Array.from({ length: 125 }, (_, index) => `f${index}`);

function told(source: string, script: string): readonly string[] {
  return outputOfJava(compiledTo('java', circuitOf(source), { certified: false }).files, script)
    .trim()
    .split('\n');
}

here(
  'a list of the caller is read once: neither its elements nor its length change after their check',
  () => {
    const source = `circuit lists {
      input xs: [0..9; ..2]
      input rows: [[0..9; ..2]; ..2]
      output same: [0..9; ..2]
      output inner: [[0..9; ..2]; ..2]
      same = xs
      inner = rows
    }`;
    const script = `
import java.util.*;

public final class Script {
  static int asked = 0;

  static <T> List<T> changing(T first, T later) {
    return new AbstractList<T>() {
      public T get(int index) {
        return asked++ == 0 ? first : later;
      }
      public int size() {
        return asked > 1 ? 3 : 1;
      }
    };
  }

  static String answer(List<Long> xs, List<List<Long>> rows) {
    asked = 0;
    try {
      return Lists.compute(xs, rows).toString();
    } catch (Lists.DomainError error) {
      return error.port() + error.path();
    }
  }

  public static void main(String[] args) {
    System.out.println(answer(changing(1L, 99L), List.of()));
    System.out.println(answer(List.of(), changing(List.of(1L), List.of(99L))));
    System.out.println(answer(Arrays.asList(1L, null), List.of()));
    System.out.println(answer(List.of(), Arrays.asList(List.of(), null)));
    System.out.println(answer(List.of(1L, 2L, 3L), List.of()));
    List<Long> xs = new ArrayList<>(List.of(1L, 2L));
    Lists.Outputs outputs = Lists.compute(xs, List.of(xs));
    xs.set(0, 99L);
    System.out.println(outputs);
  }
}
`;
    expect(told(source, script)).toEqual([
      'Outputs[same=[1], inner=[]]',
      'Outputs[same=[], inner=[[1]]]',
      'xs[1]',
      'rows[1]',
      'xs',
      'Outputs[same=[1, 2], inner=[[1, 2]]]',
    ]);
  },
  60_000,
);

here(
  'a linked list takes linear time',
  () => {
    const source = 'circuit linked {\n input xs: [0..9; ..65_536]\n output n: 0..65_536\n n = LENGTH(xs)\n}';
    const script = `
import java.util.*;

public final class Script {
  public static void main(String[] args) {
    List<Long> xs = new LinkedList<>(Collections.nCopies(65_536, 1L));
    long start = System.nanoTime();
    System.out.println(Linked.compute(xs).n());
    System.out.println(System.nanoTime() - start < 1_000_000_000);
  }
}
`;
    expect(told(source, script)).toEqual(['65536', 'true']);
  },
  60_000,
);

here(
  'a wide record keeps no array and no list of the caller',
  () => {
    const source = `circuit wide {
      input p: (${MANY.map((name) => `${name}: 0..9`).join(', ')}, l: [0..9; ..3])
      output l: [0..9; ..3]
      output f0: 0..9
      l = p.l
      f0 = p.f0
    }`;
    const script = `
import java.util.*;

public final class Script {
  public static void main(String[] args) {
    List<Long> given = new ArrayList<>(List.of(1L));
    Object[] values = new Object[${MANY.length + 1}];
    Arrays.fill(values, 1L);
    values[${MANY.length}] = given;
    Wide.P p = new Wide.P(values);
    values[0] = 99L;
    Wide.Outputs outputs = Wide.compute(p);
    given.set(0, 99L);
    System.out.println(outputs);
  }
}
`;
    expect(told(source, script)).toEqual(['Outputs[l=[1], f0=1]']);
  },
  60_000,
);

here(
  'the fields of many inputs stay as the caller wrote them',
  () => {
    const source = `circuit many {
${MANY.map((name) => `      input ${name}: 0..9`).join('\n')}
      input xs: [0..9; ..3]
      output same: [0..9; ..3]
      same = xs
    }`;
    const script = `
import java.util.*;

public final class Script {
  public static void main(String[] args) {
    List<Long> xs = new ArrayList<>(List.of(1L));
    Many.Inputs inputs = new Many.Inputs();
    inputs.xs = xs;
    System.out.println(Many.compute(inputs));
    System.out.println(inputs.xs == xs);
    inputs.f7 = 10;
    try {
      Many.compute(inputs);
    } catch (Many.DomainError error) {
      System.out.println(error.port());
    }
  }
}
`;
    expect(told(source, script)).toEqual(['Outputs[same=[1]]', 'true', 'f7']);
  },
  60_000,
);

here(
  'a variable of the host that is null is refused',
  () => {
    const source = 'circuit asks {\n output r: text[..4096]?\n r = ENV("HOME")\n}';
    const script = `
import java.util.Optional;

public final class Script {
  public static void main(String[] args) {
    try {
      Asks.compute(
          new Asks.Host() {
            public Optional<String> env(String name) {
              return null;
            }
          });
    } catch (Asks.DomainError error) {
      System.out.println(error.port());
    }
  }
}
`;
    expect(told(source, script)).toEqual(['null']);
  },
  60_000,
);
