// Has a program or a page believe that it is later: loaded into Node.js before anything else, and into each page. AHEAD
// stands for the milliseconds. Only Date is shifted: what measures durations is left alone.
{
  const real = Date
  const now = () => real.now() + AHEAD
  const shifted = new Proxy(real, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length ? given : [now()], made === shifted ? target : made),
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  real.prototype.constructor = shifted
  globalThis.Date = shifted
}
