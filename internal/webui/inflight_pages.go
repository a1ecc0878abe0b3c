package webui

import (
	"errors"
	"sync"
)

// maxInflightPages is how many pages are drawn or wait for it at a time. More would take a
// second, for which whoever has sent a form would stand behind them; as it is built, the
// next page is there at once.
const maxInflightPages = 32

var errTooManyInflight = errors.New("many other pages are being drawn")

// inflightPages are the pages that somebody draws: many stand before the same door, and one
// of them has it drawn for all.
type inflightPages struct {
	mu   sync.Mutex
	done map[string]chan struct{} // of each page: closed when nobody draws it any more
}

// start has the caller draw a page, who ends it; or says when somebody else has ended it.
func (b *inflightPages) start(page string) (other <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if end, begun := b.done[page]; begun {
		return end, nil
	}
	if len(b.done) == maxInflightPages {
		return nil, errTooManyInflight
	}
	b.done[page] = make(chan struct{})
	return nil, nil
}

func (b *inflightPages) finish(page string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.done[page])
	delete(b.done, page)
}
