import { useId } from 'react'
import type { Cell } from './face'
import { impression, rosette, star } from './ink'

const prizeEdge = rosette(48, 16)
const prizeStar = star(24)

/** Draws the print of a cell, without the parts that a stamp covers. */
export function PrintedCell({ cell }: { cell: Cell }) {
  if (!cell.reward) {
    return (
      <g className="stamp-card-place">
        <circle r="45" />
        {!cell.stamped && <text y="11">{cell.number}</text>}
      </g>
    )
  }
  return (
    <g className="stamp-card-prize">
      {cell.reward === 'FREE' ? <path d={prizeEdge} /> : <circle r="45" />}
      {!cell.stamped && <circle r="38.5" />}
      {!cell.stamped && <RewardMotif reward={cell.reward} />}
    </g>
  )
}

export function Stamp({ cell, fresh }: { cell: Cell; fresh: boolean }) {
  const id = useId()
  const ink = impression(cell.number)
  const motif = cell.reward ? <RewardMotif reward={cell.reward} /> : <Scissors />
  return (
    <g className={cell.owed ? 'stamp-card-seal' : 'stamp-card-ink'} data-fresh={fresh || undefined}>
      <linearGradient id={`${id}-press`} gradientTransform={`rotate(${ink.paleSide} 0.5 0.5)`}>
        <stop offset="0" stopColor="#fff" />
        <stop offset="0.55" stopColor="#fff" />
        <stop offset="1" stopColor="#9a9a9a" />
      </linearGradient>
      <mask id={`${id}-ink`} maskUnits="userSpaceOnUse" x="-50" y="-50" width="100" height="100">
        <rect x="-50" y="-50" width="100" height="100" fill={`url(#${id}-press)`} />
        <circle r="38.5" fill="none" stroke="#000" strokeWidth="1.8" />
        {!cell.owed && motif}
        {ink.specks.map((speck) => (
          <circle key={`${speck.x},${speck.y}`} cx={speck.x} cy={speck.y} r={speck.radius} />
        ))}
      </mask>
      <g transform={`translate(${ink.shift.x} ${ink.shift.y}) rotate(${ink.tilt})`}>
        <path d={cell.reward === 'FREE' ? prizeEdge : ink.outline} mask={`url(#${id}-ink)`} />
        {cell.owed && <g className="stamp-card-engraved">{motif}</g>}
      </g>
    </g>
  )
}

function RewardMotif({ reward }: { reward: 'HALF' | 'FREE' }) {
  if (reward === 'FREE') return <path className="stamp-card-motif" d={prizeStar} />
  return (
    <text className="stamp-card-motif" y="12">
      50<tspan className="stamp-card-percent">%</tspan>
    </text>
  )
}

function Scissors() {
  return (
    <g>
      <path d="M-12.5-29.5C-8-24 1.8-4.5 4.2 1.2L9.6 12 6 14-1.4 2.6C-4.8-4.6-12-20.5-12.5-29.5Z" />
      <path d="M12.5-29.5C8-24-1.8-4.5-4.2 1.2L-9.6 12-6 14 1.4 2.6C4.8-4.6 12-20.5 12.5-29.5Z" />
      <circle cx="-11" cy="18.5" r="7" fill="none" stroke="#000" strokeWidth="4" />
      <circle cx="11" cy="18.5" r="7" fill="none" stroke="#000" strokeWidth="4" />
      <circle cy="1" r="2" fill="#fff" />
    </g>
  )
}
