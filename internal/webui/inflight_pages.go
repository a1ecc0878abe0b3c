package webui

import (
	"errors"
	"sync"
)

// maxInflightPages counts pages that render or wait. With more, the last would take a second and delay submitted forms.
const maxInflightPages = 32

var errTooManyInflight = errors.New("too many other pages are being rendered")

// inflightPages let concurrent callers share a render (single flight).
type inflightPages struct {
	mu      sync.Mutex
	renders map[string]chan struct{} // by page; closed when its render ends
}

// start returns nil if the caller must render the page and then call finish. Otherwise it returns a channel that closes
// when another caller has finished.
func (b *inflightPages) start(page string) (other <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if end, begun := b.renders[page]; begun {
		return end, nil
	}
	if len(b.renders) == maxInflightPages {
		return nil, errTooManyInflight
	}
	b.renders[page] = make(chan struct{})
	return nil, nil
}

func (b *inflightPages) finish(page string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.renders[page])
	delete(b.renders, page)
}
