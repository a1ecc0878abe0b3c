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
	Page  string `json:"page"` // which it is, as web/src/public/pages.ts names it
	Title string `json:"title"`
}

// drawing runs the script of the app's own screens. Its engine does one thing at a time.
type drawing struct {
	script string
	turn   chan *goja.Runtime // who has it may ask; the engine is nil until it is asked first
}

var (
	errNotBuilt = errors.New("the web app is not built")
	errNoAnswer = errors.New("the script of the web app cannot be asked that")
)

func newDrawing(script []byte) *drawing {
	d := &drawing{script: string(script), turn: make(chan *goja.Runtime, 1)}
	d.turn <- nil
	return d
}

// page draws a page, when it is its turn.
func (d *drawing) page(ctx context.Context, wanted []byte) (page drawn, err error) {
	if err := d.ask(ctx, "draw", wanted, &page); err != nil {
		return page, fmt.Errorf("drawing a page: %w", err)
	}
	return page, nil
}

// ask has a function of the script answer something in JSON, when it is its turn.
func (d *drawing) ask(ctx context.Context, function string, asked []byte, answer any) (err error) {
	select {
	case <-ctx.Done():
		return fmt.Errorf("waiting to be asked: %w", ctx.Err())
	case engine := <-d.turn:
		defer func() { d.turn <- engine }()
		if engine == nil {
			if engine, err = begin(d.script); err != nil {
				return err
			}
		}
		said, err := call(engine, function, string(asked))
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(said), answer); err != nil {
			return fmt.Errorf("reading the answer: %w", err)
		}
		return nil
	}
}

// begin runs the script, which leaves its functions behind.
func begin(script string) (*goja.Runtime, error) {
	if script == "" {
		return nil, errNotBuilt
	}
	engine := goja.New()
	if _, err := engine.RunScript("drawing.js", script); err != nil {
		return nil, fmt.Errorf("starting the script: %w", err)
	}
	return engine, nil
}

func call(engine *goja.Runtime, function, asked string) (string, error) {
	callable, found := goja.AssertFunction(engine.Get(function))
	if !found {
		return "", errNoAnswer
	}
	said, err := callable(goja.Undefined(), engine.ToValue(asked))
	if err != nil {
		return "", err
	}
	return said.String(), nil
}
