/** The shape of a stamp. Depends on the cell only, so a card always looks the same. */
export interface Impression {
  /** Degrees. */
  tilt: number
  /** In units of a stamp that is 100 wide. */
  shift: { x: number; y: number }
  outline: string
  specks: { x: number; y: number; radius: number }[]
  /** Direction of the paler side in degrees. */
  paleSide: number
}

export function impression(number: number): Impression {
  const random = sequence(number)
  const between = (low: number, high: number) => low + (high - low) * random()
  return {
    tilt: between(5, 17) * (random() < 0.5 ? -1 : 1),
    shift: { x: between(-3, 3), y: between(-3, 3) },
    outline: disc(44, () => between(-0.9, 0.6)),
    specks: Array.from({ length: 16 }, () => {
      const angle = between(0, 2 * Math.PI)
      const distance = 44 * Math.sqrt(random())
      return {
        x: round(distance * Math.cos(angle)),
        y: round(distance * Math.sin(angle)),
        radius: round(between(0.4, 1.5)),
      }
    }),
    paleSide: Math.round(between(0, 360)),
  }
}

export function rosette(radius: number, lobes: number): string {
  const points = Array.from({ length: lobes * 2 }, (_, index) =>
    polar(index % 2 === 0 ? radius : radius * 0.87, (index * Math.PI) / lobes),
  )
  return smooth(points)
}

export function star(radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) =>
    polar(index % 2 === 0 ? radius : radius * 0.42, (index * Math.PI) / 5 - Math.PI / 2),
  )
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}

type Point = [x: number, y: number]

function disc(radius: number, unevenness: () => number): string {
  const corners = 30
  return smooth(
    Array.from({ length: corners }, (_, index) =>
      polar(radius + unevenness(), (index * 2 * Math.PI) / corners),
    ),
  )
}

function smooth(points: Point[]): string {
  const middle = ([ax, ay]: Point, [bx, by]: Point) => `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`
  const last = points.at(-1) ?? [0, 0]
  const curves = points.map((point, index) => {
    const following = points[(index + 1) % points.length] ?? point
    return `Q${point[0]} ${point[1]} ${middle(point, following)}`
  })
  return `M${middle(last, points[0] ?? last)}${curves.join('')}Z`
}

function polar(radius: number, angle: number): Point {
  return [round(radius * Math.cos(angle)), round(radius * Math.sin(angle))]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Pseudo-random numbers from 0 to 1 (mulberry32); a seed always gives the same. */
function sequence(seed: number): () => number {
  let state = (seed * 0x9e3779b9) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }
}
