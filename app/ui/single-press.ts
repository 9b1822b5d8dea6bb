// One press is one act: the second click of a double-click must neither undo the first nor press what it has put there.

/** @returns an `onClick` that calls `act` for the first click of several */
export function singlePress<Press extends { detail: number }>(act: (press: Press) => unknown) {
  return (press: Press) => {
    if (press.detail < 2) void act(press)
  }
}
