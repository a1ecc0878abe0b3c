package webui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dop251/goja"
)

// Wanted is a customers' page that is to be drawn: what web/src/public/drawing.tsx takes.
type Wanted struct {
	Path  string            `json:"path"`
	Query map[string]string `json:"query"` // what its address says, as far as the page looks at it
	Shown any               `json:"shown"` // what is known for it: web/src/api/shown.ts
}

// drawn is what the app's screens make of it.
type drawn struct {
	HTML  string `json:"html"`
	Title string `json:"title"`
}

// drawing draws pages by the app's own screens. Its engine does one thing at a time.
type drawing struct {
	script string
	turn   chan draw // who has it draws; the function is nil until the first page is wanted
}

type draw func(wanted string) (string, error)

var (
	errNotBuilt = errors.New("the web app is not built")
	errNoDraw   = errors.New("the script of the web app draws nothing")
)

func newDrawing(script []byte) *drawing {
	d := &drawing{script: string(script), turn: make(chan draw, 1)}
	d.turn <- nil
	return d
}

// page draws a page, when it is its turn.
func (d *drawing) page(ctx context.Context, wanted []byte) (page drawn, err error) {
	select {
	case <-ctx.Done():
		return page, fmt.Errorf("waiting to draw a page: %w", ctx.Err())
	case function := <-d.turn:
		defer func() { d.turn <- function }()
		if function == nil {
			if function, err = begin(d.script); err != nil {
				return page, err
			}
		}
		said, err := function(string(wanted))
		if err != nil {
			return page, fmt.Errorf("drawing a page: %w", err)
		}
		if err := json.Unmarshal([]byte(said), &page); err != nil {
			return page, fmt.Errorf("reading what was drawn: %w", err)
		}
		return page, nil
	}
}

// begin runs the script and returns the function that it leaves behind.
func begin(script string) (draw, error) {
	if script == "" {
		return nil, errNotBuilt
	}
	engine := goja.New()
	if _, err := engine.RunScript("drawing.js", script); err != nil {
		return nil, fmt.Errorf("starting to draw pages: %w", err)
	}
	call, found := goja.AssertFunction(engine.Get("draw"))
	if !found {
		return nil, errNoDraw
	}
	return func(wanted string) (string, error) {
		drawn, err := call(goja.Undefined(), engine.ToValue(wanted))
		if err != nil {
			return "", err
		}
		return drawn.String(), nil
	}, nil
}
