import { texts } from './texts'
import { WayPanel } from './WayPanel'

/** TeamSection leads to the team and to the devices. */
export function TeamSection() {
  return (
    <>
      <WayPanel to="/app/users" {...texts.team} />
      <WayPanel to="/app/devices" {...texts.devices} />
    </>
  )
}
