/** Shows the number of unseen alarms on the icon of the installed app, where the browser can. */
export function showAppBadge(count: number): void {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {});
}
