package webui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// RenderRequest is read by web/src/guest/app/serverRender.tsx.
type RenderRequest struct {
	Path  string            `json:"path"`
	Query map[string]string `json:"query"`
	Data  any               `json:"shown"` // web/src/api/pageData.ts
}

type renderedScreen struct {
	HTML        string `json:"html"`
	Page        string `json:"page"` // in web/src/guest/app/routes.ts
	Title       string `json:"title"`
	Description string `json:"description"` // for search engines; empty: default
}

// scriptEngine runs one call at a time.
type scriptEngine struct {
	program    func() (*goja.Program, error)
	idleEngine chan *goja.Runtime // has the engine while no call runs, or nil if the next call creates one
}

var (
	errNotBuilt   = errors.New("the web app is not built")
	errNoFunction = errors.New("the web app's script lacks a function")
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
	return goja.Compile("server-render.js", script, false)
}

func (d *scriptEngine) renderScreen(ctx context.Context, request []byte) (page renderedScreen, err error) {
	if err := d.call(ctx, "render", request, &page); err != nil {
		return page, fmt.Errorf("rendering a page: %w", err)
	}
	return page, nil
}

// call runs a function and decodes its result. Cancelling ctx ends the wait for the engine; only the deadline
// interrupts a running function.
func (d *scriptEngine) call(ctx context.Context, function string, argument []byte, answer any) (err error) {
	select {
	case <-ctx.Done():
		return fmt.Errorf("waiting for the script engine: %w", ctx.Err())
	case engine := <-d.idleEngine:
		result, err := d.callInTurn(ctx, engine, function, string(argument))
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(result), answer); err != nil {
			return fmt.Errorf("reading the answer: %w", err)
		}
		return nil
	}
}

// callInTurn runs a function and passes the engine on. After a panic the next caller creates one.
func (d *scriptEngine) callInTurn(ctx context.Context, engine *goja.Runtime, function, argument string) (result string, err error) {
	var whole *goja.Runtime
	defer func() { d.idleEngine <- whole }()
	if err := ctx.Err(); err != nil {
		whole = engine
		return "", fmt.Errorf("waiting for the script engine: %w", err)
	}
	result, whole, err = d.callOrReset(ctx, engine, function, argument)
	return result, err
}

// callOrReset runs a function, in a new engine if engine is nil. It returns the engine for the next call, or nil if the
// script did not load or was interrupted, because its state is unknown then.
func (d *scriptEngine) callOrReset(ctx context.Context, engine *goja.Runtime, function, argument string) (result string, whole *goja.Runtime, err error) {
	fresh := engine == nil
	if fresh {
		engine = goja.New()
	}
	inTime, cancel := withoutCancel(ctx)
	defer cancel()
	stopInterrupt := context.AfterFunc(inTime, func() { engine.Interrupt(inTime.Err()) }) // may run after the result
	if fresh {
		err = d.loadScript(engine)
	}
	begun := err == nil
	if begun {
		result, err = callFunction(engine, function, argument)
	}
	if stopInterrupt() && begun {
		whole = engine
	}
	return result, whole, err
}

// withoutCancel returns a context with only the deadline of ctx. Without a deadline it stays cancellable.
func withoutCancel(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(context.WithoutCancel(ctx), deadline)
}

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

func callFunction(engine *goja.Runtime, function, argument string) (string, error) {
	callable, found := goja.AssertFunction(engine.Get(function))
	if !found {
		return "", fmt.Errorf("%w: %s", errNoFunction, function)
	}
	result, err := callable(goja.Undefined(), engine.ToValue(argument))
	if err != nil {
		return "", err
	}
	return result.String(), nil
}
