import { installation } from '../../config/installation.ts';
import { type BridgeRecord, readBridges } from '../../connections/bridges/index.ts';
import { broken, type Finding, ok, type Stored, warning } from './check.ts';

/** Reports bridges that do not run as they should: one finding for each, and one for all others. */
export async function checkBridges({ config, db, now }: Stored): Promise<Finding[]> {
  const all = await readBridges(db, config, now);
  if (all.length === 0) return [];
  if (!config.bridges.areSupervised) return [ok('Bridges', `${all.length}, which you run yourself`)];
  const wrong = all.filter(({ problem }) => problem !== '');
  const running = all.filter((bridge) => bridge.state === 'running' && bridge.problem === '');
  return [ok('Bridges', `${running.length} of ${all.length} running`), ...wrong.map(toFinding)];
}

function toFinding({ id, name, state, problem, restarts }: BridgeRecord): Finding {
  const check = `Bridge ${name}`;
  const says = restarts > 0 ? `${problem} (started again ${restarts} times)` : problem;
  const todo = `see ${installation.commandLine} bridge logs ${id}`;
  return state === 'failing' || state === 'stopped' ? broken(check, says, todo) : warning(check, says, todo);
}
