/**
 * The model of docs/explanation/capacity.md: the resources that a load needs. Costs are CPU time in µs, on
 * the machine of docs/explanation/performance.md.
 */

export interface PublicLoad {
  /** Pages (documents) per second, in compressed form. */
  pages: number;
  /** Lead forms per second. */
  leads: number;
}

export interface Needs {
  /** Cores of the replicas that serve visitors. */
  webCores: number;
  /** Number of replicas with one core each, at a utilisation of {@link fullReplica}; at least two. */
  webReplicas: number;
  workerCores: number;
  databaseCores: number;
  /** Traffic to browsers, in Mbit/s. */
  siteMbit: number;
  /** Traffic to browsers in Mbit/s if the files of a build come from a CDN. */
  documentsMbit: number;
  /** Write-ahead log to disk and to each standby, in Mbit/s. */
  logMbit: number;
  /** Rows of leads per year, in millions. */
  leadsOfYear: number;
}

export const costs = {
  /**
   * A bare Fastify route with the compressed bytes of a document. The benchmark `capacity` measures this cost too, to
   * compare the speed of the machines.
   */
  barePageMicros: 47,
  /** A cached document, compressed. */
  pageMicros: 70,
  /** A cached read, compressed. */
  readMicros: 27,
  /** A file of the build, from memory. */
  fileMicros: 25,
  /** A lead that shares its commits with other leads. */
  leadMicros: 162,
  /** A lead with its own commits. */
  leadAloneMicros: 310,
  leadDatabaseMicros: 155,
  deliveryMicros: 60,
  deliveryDatabaseMicros: 100,
  documentBytes: 15_000,
  /** Bytes of fonts and scripts in a first load, without the document. */
  filesBytes: 135_000,
  filesOfFirstLoad: 12,
  readsOfPage: 1,
  readBytes: 6_000,
  /** Bytes of write-ahead log for a lead that is accepted, saved and delivered. */
  leadLogBytes: 6_000,
} as const;

/** Share of pages that browsers open without having any file of the build. */
const firstLoads = 0.3;
/** Max utilisation of a core: above it, responses queue. */
const fullReplica = 0.6;
const secondsOfYear = 365 * 24 * 60 * 60;
const micros = 1e-6;
const megabit = 8 / 1e6;

/** Rate of leads per second from which leads share commits. */
const sharedFrom = 300;

/** @returns CPU time of a lead in µs at a rate in leads per second */
export const leadMicrosAt = (perSecond: number): number =>
  perSecond < sharedFrom ? costs.leadAloneMicros : costs.leadMicros;

/**
 * @returns the resources that the load needs, without reserves for failures except a second web replica. The number of
 * leads per year assumes this rate for the whole year.
 */
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

/** Loads that a machine with two cores can reach. */
export const checkedPoints: readonly PublicLoad[] = [
  { pages: 1_000, leads: 0 },
  { pages: 0, leads: 100 },
];
