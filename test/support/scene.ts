import { after, before, describe } from 'node:test';
import { type Database, type Db, migrations } from '@azulejo/server/testing';
import { forEachEngine, type Place, type TestEngine, testEngine } from '@azulejo/storage/testing';
import { isFullRun } from './full-run.ts';
import { startPlatform, type TestPlatform, type TestPlatformOptions } from './platform.ts';
import { templateOf } from './template.ts';

/** What a suite can use to set up its scene. All that it starts or opens is closed after the suite. */
export type Stage = {
  readonly place: Place;
  start(options?: Omit<TestPlatformOptions, 'place'>): Promise<TestPlatform>;
  /** Registers a resource, which is closed after all resources that are added later. */
  use<Resource extends AsyncDisposable>(resource: Resource): Resource;
  /** Opens the platform's database a second time, as the command line does next to a running server. */
  openDatabase(): Promise<Db>;
};

type Engine = 'sqlite' | 'postgres';

export type SuiteOptions = {
  /** The engines of the suite, both by default. */
  engines?: readonly Engine[];
  /** Whether the first platform of the suite must migrate an empty database and import the catalogue. */
  startsEmpty?: boolean;
};

/** Defines a suite on each engine whose tests share one scene, set up once. */
export function onEachEngine<Scene>(
  title: string,
  setUp: (stage: Stage) => Promise<Scene>,
  define: (scene: () => Scene) => void,
  { engines, startsEmpty = false }: SuiteOptions = {},
): void {
  forEachEngine((engine, open, newPlace) => {
    describe(title, () => {
      const template = startsEmpty ? undefined : templateOf(engine);
      play({ open, newPlace: () => newPlace({ template }) }, setUp, define);
    });
  }, engines);
}

/**
 * Defines a suite for code above the statements that other suites run on both engines. It runs on PostgreSQL
 * with `--full` only.
 */
export function onEachEngineInFull<Scene>(
  title: string,
  setUp: (stage: Stage) => Promise<Scene>,
  define: (scene: () => Scene) => void,
  options: Pick<SuiteOptions, 'startsEmpty'> = {},
): void {
  onEachEngine(title, setUp, define, isFullRun ? options : { ...options, engines: ['sqlite'] });
}

/** Defines a suite on SQLite, for code that does not depend on the database. */
export function onSqlite<Scene>(
  title: string,
  setUp: (stage: Stage) => Promise<Scene>,
  define: (scene: () => Scene) => void,
  { startsEmpty = false }: Pick<SuiteOptions, 'startsEmpty'> = {},
): void {
  describe(title, () => {
    const { open, newPlace, removeAfterSuite } = testEngine('sqlite');
    const template = startsEmpty ? undefined : templateOf('sqlite');
    play({ open, newPlace: () => newPlace({ template }) }, setUp, define);
    removeAfterSuite();
  });
}

function play<Scene>(
  { open, newPlace }: Pick<TestEngine, 'open' | 'newPlace'>,
  setUp: (stage: Stage) => Promise<Scene>,
  define: (scene: () => Scene) => void,
): void {
  const opened = new AsyncDisposableStack();
  let scene: { value: Scene } | undefined;
  before(async () => {
    const place = await newPlace();
    const start: Stage['start'] = async (options) => opened.use(await startPlatform({ place, ...options }));
    const use: Stage['use'] = (resource) => opened.use(resource);
    const openDatabase = () => open<Database>({ place, migrations });
    scene = { value: await setUp({ place, start, use, openDatabase }) };
  });
  after(() => opened.disposeAsync());
  define(() => {
    if (!scene) throw new Error('The scene is set up before the first test, not while tests are defined.');
    return scene.value;
  });
}
