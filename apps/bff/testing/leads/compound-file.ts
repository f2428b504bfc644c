const sectorBytes = 512;
const endOfChain = 0xfffffffe;
const freeSector = 0xffffffff;
const fatSector = 0xfffffffd;

function directoryEntry(name: string, type: number, next: number, child: number, size: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 64);
  entry.writeUInt8(type, 66);
  entry.writeUInt8(1, 67);
  entry.writeUInt32LE(freeSector, 68);
  entry.writeUInt32LE(next, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(size > 0 ? 2 : endOfChain, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

/**
 * Builds a compound file (OLE 2) with one stream: `WordDocument` for `.doc`, `EncryptedPackage` for a
 * password-protected DOCX.
 */
export function compoundFileOf(stream: string, content: Buffer): Buffer {
  const sectors = Math.max(8, Math.ceil(content.length / sectorBytes));
  const header = Buffer.alloc(sectorBytes, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(endOfChain, 68);
  header.writeUInt32LE(0, 76);
  const fat = Buffer.alloc(sectorBytes, 0xff);
  fat.writeUInt32LE(fatSector, 0);
  fat.writeUInt32LE(endOfChain, 4);
  for (let number = 0; number < sectors; number += 1)
    fat.writeUInt32LE(number === sectors - 1 ? endOfChain : number + 3, (number + 2) * 4);
  const directory = Buffer.concat([
    directoryEntry('Root Entry', 5, freeSector, 1, 0),
    directoryEntry(stream, 2, freeSector, freeSector, sectors * sectorBytes),
    Buffer.alloc(256),
  ]);
  const data = Buffer.alloc(sectors * sectorBytes);
  content.copy(data);
  return Buffer.concat([header, fat, directory, data]);
}
