package database

import "fmt"

// flusher flushes one committed group at a time, in a goroutine of its own beside the
// writer, and answers its callers. Its fields and methods are the writer's.
type flusher struct {
	groups chan []*writeJob
	over   chan error  // one for each group: how its flush went
	group  []*writeJob // that is under way, or whose flush failed
	failed bool
}

func startFlusher(on disk) flusher {
	f := flusher{groups: make(chan []*writeJob), over: make(chan error, 1)}
	go func() {
		for group := range f.groups {
			fault := on.flush()
			if fault == nil {
				answer(group, nil)
			}
			f.over <- fault
		}
	}()
	return f
}

// busy reports whether a group is under way.
func (f *flusher) busy() bool { return f.group != nil && !f.failed }

// take has a group flushed. None is under way.
func (f *flusher) take(group []*writeJob) {
	f.group = group
	f.groups <- group
}

// ended notes how the flush went. The group of one that failed still waits.
func (f *flusher) ended(fault error) error {
	if fault != nil {
		f.failed = true
		return fmt.Errorf("%w: %w", errDisk, fault)
	}
	f.group = nil
	return nil
}

// mended answers the group whose flush had failed.
func (f *flusher) mended(fault error) {
	answer(f.group, fault)
	f.group, f.failed = nil, false
}

func (f *flusher) end() { close(f.groups) }

// answer tells the callers of a group what became of it, but those who failed by
// themselves.
func answer(group []*writeJob, fault error) {
	for _, job := range group {
		if job.err == nil {
			job.err = fault
		}
		job.answer <- job.err
	}
}
