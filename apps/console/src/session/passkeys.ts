/** The browser's side of passkeys. */
type CreationJson = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestJson = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

const jsonOf = (credential: Credential | null): object | undefined =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : undefined;

/** @returns undefined if the operator cancels or the browser refuses */
async function unlessAborted(work: Promise<Credential | null>): Promise<object | undefined> {
  try {
    return jsonOf(await work);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

export const createPasskey = (options: object): Promise<object | undefined> =>
  unlessAborted(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationJson),
    }),
  );

export const askForPasskey = (options: object): Promise<object | undefined> =>
  unlessAborted(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestJson),
    }),
  );
