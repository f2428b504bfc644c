/** What a load needs: the model of docs/explanation/capacity.md. Costs are CPU time in µs, measured on the machine of docs/explanation/performance.md. */

export interface PublicLoad {
  /** Pages a second: documents, in a form that a browser can read. */
  pages: number;
  /** Forms a second. */
  leads: number;
}

export interface Needs {
  /** Cores of the replicas that serve visitors. */
  webCores: number;
  /** Replicas with one core each, at {@link fullReplica} of it. */
  webReplicas: number;
  workerCores: number;
  databaseCores: number;
  /** To the browsers, in Mbit/s. */
  siteMbit: number;
  /** The same if the files of a build come from a CDN. */
  documentsMbit: number;
  /** Of the write-ahead log, to disk and to each standby, in Mbit/s. */
  logMbit: number;
  /** Rows of leads in a year, in millions. */
  leadsOfYear: number;
}

export const costs = {
  /** A bare Fastify route with a document's compressed bytes: by it the check knows how fast a machine is. */
  barePageMicros: 47,
  /** A cached document, compressed. */
  pageMicros: 70,
  /** A cached read, compressed. */
  readMicros: 27,
  /** A file of the build, from memory. */
  fileMicros: 25,
  /** A lead that shares its commits with others. */
  leadMicros: 162,
  /** One that is applied automatically. */
  leadAloneMicros: 310,
  leadDatabaseMicros: 155,
  deliveryMicros: 60,
  deliveryDatabaseMicros: 100,
  documentBytes: 15_000,
  /** Fonts and scripts of a first load, beside the document. */
  filesBytes: 135_000,
  filesOfFirstLoad: 12,
  readsOfPage: 1,
  readBytes: 6_000,
  /** Write-ahead log of a lead that is accepted, saved and delivered. */
  leadLogBytes: 6_000,
} as const;

/** Of a hundred pages so many are opened by browsers that have none of the build's files. */
const firstLoads = 0.3;
/** A core that is busier than this answers late. */
const fullReplica = 0.6;
const secondsOfYear = 365 * 24 * 60 * 60;
const micros = 1e-6;
const megabit = 8 / 1e6;

/** Leads a second from which they share commits. */
const sharedFrom = 300;

/** @returns CPU time of a lead in µs, at a rate */
export const leadMicrosAt = (perSecond: number): number =>
  perSecond < sharedFrom ? costs.leadAloneMicros : costs.leadMicros;

/** @returns what the load needs, without reserves for failures; a lead rate is taken as lasting */
export function needsOf({ pages, leads }: PublicLoad): Needs {
  const { pageMicros, readMicros, fileMicros, deliveryMicros } = costs;
  const files = firstLoads * costs.filesOfFirstLoad;
  const pageCores = pages * (pageMicros + costs.readsOfPage * readMicros + files * fileMicros) * micros;
  const webCores = pageCores + leads * leadMicrosAt(leads) * micros;
  const documentsMbit = pages * (costs.documentBytes + costs.readsOfPage * costs.readBytes) * megabit;
  return {
    webCores,
    webReplicas: Math.max(2, Math.ceil(webCores / fullReplica)),
    workerCores: leads * deliveryMicros * micros,
    databaseCores: leads * (costs.leadDatabaseMicros + costs.deliveryDatabaseMicros) * micros,
    siteMbit: documentsMbit + pages * firstLoads * costs.filesBytes * megabit,
    documentsMbit,
    logMbit: leads * costs.leadLogBytes * megabit,
    leadsOfYear: (leads * secondsOfYear) / 1e6,
  };
}

export const points: readonly PublicLoad[] = [
  { pages: 1_000, leads: 0 },
  { pages: 10_000, leads: 0 },
  { pages: 100_000, leads: 0 },
  { pages: 0, leads: 100 },
  { pages: 0, leads: 1_000 },
  { pages: 0, leads: 10_000 },
];

/** Points that one machine of two cores can show. */
export const checkedPoints: readonly PublicLoad[] = [
  { pages: 1_000, leads: 0 },
  { pages: 0, leads: 100 },
];
