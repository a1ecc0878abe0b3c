import { createRequire } from 'node:module'

// TEST_LATE_RENDERING delays React's rendering and effects, as on a busy machine. A test that relies on
// fast rendering then fails every time. Responses are delayed too (server.ts).
const milliseconds = 25

type Schedule = (priority: number, callback: unknown, options?: object) => object

interface Scheduler {
  unstable_scheduleCallback: Schedule
  unstable_cancelCallback: (task: never) => void
}

interface LateTask {
  cancelled: boolean
  task?: object
}

function schedulerOfReact(): Scheduler {
  const require = createRequire(import.meta.url)
  return createRequire(require.resolve('react-dom'))('scheduler')
}

function renderLate(scheduler: Scheduler, timer = setTimeout) {
  const { unstable_scheduleCallback: schedule, unstable_cancelCallback: cancel } = scheduler
  scheduler.unstable_scheduleCallback = (priority, callback, options) => {
    const late: LateTask = { cancelled: false }
    timer(() => {
      if (!late.cancelled) late.task = schedule(priority, callback, options)
    }, milliseconds)
    return late
  }
  scheduler.unstable_cancelCallback = (late: LateTask) => {
    late.cancelled = true
    if (late.task) cancel(late.task as never)
  }
}

const scheduler = schedulerOfReact()
// Many test files share one page, and each loads this file.
const rendersLate = Symbol.for('axioma.drawsLate')
if (process.env.TEST_LATE_RENDERING && !(rendersLate in scheduler)) {
  renderLate(scheduler)
  Object.assign(scheduler, { [rendersLate]: true })
}
