// Shifts Date by AHEAD milliseconds. It is loaded first into Node.js and into each page. Monotonic time is unchanged.
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
