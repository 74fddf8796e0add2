import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './harness/programs.js';
import { temporaryFolder } from './harness/stores.js';
import { toolPath } from './harness/tools.js';

/** The paths of a certificate and of its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Authority extends Certificate {
  /**
   * Issues a certificate.
   * @param names of the subject, such as `DNS:localhost`; the first certificate of a client needs none
   * @param expired true: it was valid on a day in 2020
   */
  issue(file: string, names?: readonly string[], expired?: boolean): Promise<Certificate>;
}

/** Makes a certificate authority with openssl, in a folder of its own. */
export async function makeAuthority(name: string): Promise<Authority> {
  const folder = await temporaryFolder();
  const openssl = async (...args: readonly string[]) => runProgram(toolPath('openssl'), args, { cwd: folder });
  const [cert, key] = [join(folder, 'ca.crt'), join(folder, 'ca.key')];
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(...request, '-x509', '-keyout', key, '-out', cert, '-subj', `/CN=${name}`, '-days', '30');
  await Promise.all([writeFile(join(folder, 'index.txt'), ''), writeFile(join(folder, 'serial'), '01')]);
  await writeFile(
    join(folder, 'ca.conf'),
    `[ca]\ndefault_ca = drill\n[drill]\ndatabase = ${folder}/index.txt\nserial = ${folder}/serial\nnew_certs_dir = ${folder}\n` +
      `certificate = ${cert}\nprivate_key = ${key}\ndefault_md = sha256\npolicy = any\nunique_subject = no\n[any]\ncommonName = supplied\n`,
  );
  return {
    cert,
    key,
    issue: async (file, names = [], expired = false) => {
      const made = { cert: join(folder, `${file}.crt`), key: join(folder, `${file}.key`) };
      const [asked, extensions] = [join(folder, `${file}.csr`), join(folder, `${file}.ext`)];
      await openssl(...request, '-keyout', made.key, '-out', asked, '-subj', `/CN=${file}`);
      await writeFile(extensions, names.length === 0 ? '' : `subjectAltName = ${names.join(',')}\n`);
      const times = expired ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'] : ['-days', '30'];
      await openssl('ca', '-batch', '-config', 'ca.conf', '-in', asked, '-out', made.cert, '-notext', '-extfile', extensions, ...times);
      return made;
    },
  };
}
