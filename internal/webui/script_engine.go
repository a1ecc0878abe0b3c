package webui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// RenderRequest is a customers' page that is to be drawn: what web/src/guest/app/drawing.tsx takes.
type RenderRequest struct {
	Path  string            `json:"path"`
	Query map[string]string `json:"query"` // what its address says, as far as the page looks at it
	Data  any               `json:"shown"` // what is known for it: web/src/api/pageData.ts
}

// renderedScreen is what the app's screens make of it.
type renderedScreen struct {
	HTML        string `json:"html"`
	Page        string `json:"page"` // which it is, as web/src/guest/app/routes.ts names it
	Title       string `json:"title"`
	Description string `json:"description"` // for those who find it; empty for what is said of all
}

// scriptEngine runs the script of the app's own screens. Its engine does one thing at a time.
type scriptEngine struct {
	program    func() (*goja.Program, error) // the script, read when it is needed first
	idleEngine chan *goja.Runtime            // who has it may ask; the engine is nil until it is asked first
}

var (
	errNotBuilt   = errors.New("the web app is not built")
	errNoFunction = errors.New("the script of the web app cannot be asked that")
)

func newScriptEngine(script []byte) *scriptEngine {
	d := &scriptEngine{
		program:    sync.OnceValues(func() (*goja.Program, error) { return compileScript(string(script)) }),
		idleEngine: make(chan *goja.Runtime, 1),
	}
	d.idleEngine <- nil
	return d
}

func compileScript(script string) (*goja.Program, error) {
	if script == "" {
		return nil, errNotBuilt
	}
	return goja.Compile("drawing.js", script, false)
}

// renderScreen draws a page, when it is its turn.
func (d *scriptEngine) renderScreen(ctx context.Context, wanted []byte) (page renderedScreen, err error) {
	if err := d.call(ctx, "draw", wanted, &page); err != nil {
		return page, fmt.Errorf("drawing a page: %w", err)
	}
	return page, nil
}

// call has a function of the script answer something in JSON, when it is its turn. Whoever
// goes away waits no longer; once it is asked, only the deadline of the context breaks the
// script off.
func (d *scriptEngine) call(ctx context.Context, function string, asked []byte, answer any) (err error) {
	select {
	case <-ctx.Done():
		return fmt.Errorf("waiting to be asked: %w", ctx.Err())
	case engine := <-d.idleEngine:
		said, err := d.callInTurn(ctx, engine, function, string(asked))
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(said), answer); err != nil {
			return fmt.Errorf("reading the answer: %w", err)
		}
		return nil
	}
}

// callInTurn asks an engine and gives the turn on: without an engine where this one panics.
func (d *scriptEngine) callInTurn(ctx context.Context, engine *goja.Runtime, function, asked string) (said string, err error) {
	var whole *goja.Runtime
	defer func() { d.idleEngine <- whole }()
	if err := ctx.Err(); err != nil {
		whole = engine
		return "", fmt.Errorf("waiting to be asked: %w", err)
	}
	said, whole, err = d.callOrReset(ctx, engine, function, asked)
	return said, err
}

// callOrReset asks an engine, or one that it begins where there is none, and returns the engine
// that may be asked next: none where the script was broken off, and may have left anything
// half done.
func (d *scriptEngine) callOrReset(ctx context.Context, engine *goja.Runtime, function, asked string) (said string, whole *goja.Runtime, err error) {
	fresh := engine == nil
	if fresh {
		engine = goja.New()
	}
	inTime, cancel := withoutCancel(ctx)
	defer cancel()
	goOn := context.AfterFunc(inTime, func() { engine.Interrupt(inTime.Err()) }) // perhaps after all is said
	if fresh {
		err = d.loadScript(engine)
	}
	begun := err == nil
	if begun {
		said, err = callFunction(engine, function, asked)
	}
	if goOn() && begun {
		whole = engine
	}
	return said, whole, err
}

// withoutCancel is a context that ends with the time of another one, and goes on where that
// is canceled. One without a deadline goes on as it does.
func withoutCancel(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(context.WithoutCancel(ctx), deadline)
}

// loadScript runs the script, which leaves its functions behind.
func (d *scriptEngine) loadScript(engine *goja.Runtime) error {
	program, err := d.program()
	if err == nil {
		_, err = engine.RunProgram(program)
	}
	if err != nil {
		return fmt.Errorf("starting the script: %w", err)
	}
	return nil
}

func callFunction(engine *goja.Runtime, function, asked string) (string, error) {
	callable, found := goja.AssertFunction(engine.Get(function))
	if !found {
		return "", errNoFunction
	}
	said, err := callable(goja.Undefined(), engine.ToValue(asked))
	if err != nil {
		return "", err
	}
	return said.String(), nil
}
