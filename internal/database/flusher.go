package database

import "fmt"

// flusher syncs a committed group in its own goroutine and replies to its callers, while the writer, its only caller,
// runs the next group.
type flusher struct {
	groups  chan []*writeJob
	results chan error
	group   []*writeJob // being synced, or without reply after a failed fsync
	failed  bool
}

func startFlusher(target disk) flusher {
	f := flusher{groups: make(chan []*writeJob), results: make(chan error, 1)}
	go func() {
		for group := range f.groups {
			fault := target.flush()
			if fault == nil {
				reply(group, nil)
			}
			f.results <- fault
		}
	}()
	return f
}

func (f *flusher) isBusy() bool { return f.group != nil && !f.failed }

// start begins the fsync of a group. No other fsync may run.
func (f *flusher) start(group []*writeJob) {
	f.group = group
	f.groups <- group
}

// finish ends the fsync of the group. If it failed, the group gets no reply yet.
func (f *flusher) finish(fault error) error {
	if fault != nil {
		f.failed = true
		return fmt.Errorf("%w: %w", errFlush, fault)
	}
	f.group = nil
	return nil
}

func (f *flusher) resolve(fault error) {
	reply(f.group, fault)
	f.group, f.failed = nil, false
}

func (f *flusher) close() { close(f.groups) }

func reply(group []*writeJob, fault error) {
	for _, job := range group {
		if job.err == nil {
			job.err = fault
		}
		job.result <- job.err
	}
}
