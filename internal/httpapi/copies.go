package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

const (
	// maxCopy is in bytes. The command line accepts larger copies.
	maxCopy      = 256 << 20
	copyTimeout  = 30 * time.Minute
	copiesAtOnce = 2
	restoreLines = "application/x-ndjson"
	// progressInterval keeps the response alive: proxies end silent ones.
	progressInterval = time.Second
)

type copyCalls struct {
	cases          *service.Service
	problems       problems
	slots          chan struct{}
	refusalTimeout time.Duration
}

func newCopyCalls(cases *service.Service, options Options) copyCalls {
	return copyCalls{
		cases: cases, problems: problems{log: options.Log}, slots: make(chan struct{}, copiesAtOnce),
		refusalTimeout: cmp.Or(options.RefusalTimeout, progressInterval),
	}
}

// CopyInput is an uploaded ZIP, which is too large for memory.
type CopyInput struct {
	Type string `header:"Content-Type" hidden:"true"`
	body io.Reader
	size int64                 // -1: unknown
	wait func(time.Time) error // sets the read deadline of the body
}

// Resolve implements huma.Resolver, without reading the body.
func (in *CopyInput) Resolve(ctx huma.Context) []error {
	request, writer := humago.Unwrap(ctx)
	in.body, in.size = http.MaxBytesReader(writer, request.Body, maxCopy), request.ContentLength
	in.wait = func(until time.Time) error {
		return ifSupported(http.NewResponseController(writer).SetReadDeadline(until))
	}
	return nil
}

var _ huma.Resolver = (*CopyInput)(nil)

// receive stores the body in a file. release removes the file and frees its slot.
func (c copyCalls) receive(in *CopyInput) (file *os.File, size int64, release func() error, err error) {
	// A form of another origin cannot send this type.
	if in.Type != "application/octet-stream" {
		return nil, 0, nil, &Problem{status: http.StatusUnsupportedMediaType, Code: "NOT_A_FILE", Message: "La petición tiene que ser un archivo (application/octet-stream)."}
	}
	if in.size > maxCopy {
		return nil, 0, nil, copyTooLarge()
	}
	select {
	case c.slots <- struct{}{}:
	default:
		return nil, 0, nil, &Problem{
			status: http.StatusServiceUnavailable, Code: "BUSY", Message: "Se están leyendo otras copias. Espera un minuto y vuelve a intentarlo.", retryAfter: retryDelay,
		}
	}
	free := func() { <-c.slots }
	if file, err = createAnonymousFile(); err != nil {
		free()
		return nil, 0, nil, err
	}
	release = func() error { free(); return discard(file) }
	if err = in.wait(time.Now().Add(copyTimeout)); err == nil {
		size, err = io.Copy(file, in.body)
	}
	if err = errors.Join(err, in.wait(time.Time{})); err != nil {
		return nil, 0, nil, errors.Join(unreadBody(err), release())
	}
	return file, size, release, nil
}

func unreadBody(err error) error {
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return copyTooLarge()
	}
	return &Problem{status: http.StatusBadRequest, Code: "BODY_UNREADABLE", Message: "El archivo no ha llegado entero. Vuelve a intentarlo."}
}

// readsCopy returns a route whose request body is a copy. Its response has JSON lines of type line, or is an ordinary
// response if line is nil.
func (r route) readsCopy(line reflect.Type) route {
	r.maxBody, r.takesFile = maxCopy, true
	r.describe = func(a *API, operation *huma.Operation) {
		operation.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
		}}
		if line != nil {
			schema := a.huma.OpenAPI().Components.Schemas.Schema(line, true, "")
			operation.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{restoreLines: {Schema: schema}}}}
		}
	}
	return r
}

func copyTooLarge() *Problem {
	return &Problem{
		status: http.StatusRequestEntityTooLarge, Code: "TOO_LARGE",
		Message: fmt.Sprintf("La copia ocupa más de %d MB. Pide a quien lleva tu servidor que la restaure.", maxCopy>>20),
	}
}

type importCopyInput struct {
	CopyInput
	FileName string `query:"fileName" maxLength:"200" doc:"Name of the file"`
	Key      string `header:"Idempotency-Key"`
}

func (c copyCalls) importCustomers(ctx context.Context, in *importCopyInput) (*importOutput, error) {
	file, size, release, err := c.receive(&in.CopyInput)
	if err != nil {
		return nil, err
	}
	request := service.ImportRequest{FileName: in.FileName, Key: usecase.IdempotencyKey(in.Key)}
	customerImport, err := c.cases.Imports.CreateFromCopy(ctx, actor(ctx), request, file, size)
	return answerImport(customerImport, errors.Join(err, release()))
}

// RestoreLine is progress, result or problem.
type RestoreLine struct {
	Done    int64          `json:"done"`
	Total   int64          `json:"total"`
	Result  *RestoreResult `json:"result,omitempty"`
	Problem *Problem       `json:"problem,omitempty"`
}

// RestoreResult counts the restored items.
type RestoreResult struct {
	ExportedAt      time.Time `json:"exportedAt"`
	Customers       int64     `json:"customers"`
	Visits          int64     `json:"visits"`
	Accounts        int       `json:"accounts" doc:"Restored accounts of the staff. They are disabled and have no password"`
	RenamedAccounts []string  `json:"renamedAccounts" nullable:"false" doc:"E-mails that other accounts already have; the restored accounts got another e-mail"`
	DroppedMessages int64     `json:"droppedMessages" doc:"Unsent messages of the copy, which are dropped"`
	NewShortAddress bool      `json:"newShortAddress" doc:"Another business has the short URL of the printed poster"`
}

func restoreResultOf(r service.RestoreResult) *RestoreResult {
	return &RestoreResult{
		ExportedAt: r.ExportedAt, Customers: r.Rows["customers"], Visits: r.Rows["visits"], Accounts: r.Accounts,
		RenamedAccounts: append([]string{}, r.RenamedAccounts...), DroppedMessages: r.DroppedMessages, NewShortAddress: r.NewAddress,
	}
}

type runningRestore struct {
	progress chan RestoreLine
	done     chan struct{} // closed after result and err are set
	result   service.RestoreResult
	err      error
}

func (r *runningRestore) report(doneCount, total int64) {
	line := RestoreLine{Done: doneCount, Total: total}
	for {
		select {
		case r.progress <- line:
			return
		default:
		}
		select {
		case <-r.progress:
		default:
		}
	}
}

// restore answers a refusal within refusalTimeout with a problem response. Otherwise, it sends a JSON line each second,
// and a later problem as the last line. A disconnect cancels it.
func (c copyCalls) restore(ctx context.Context, in *CopyInput) (*huma.StreamResponse, error) {
	file, size, release, err := c.receive(in)
	if err != nil {
		return nil, err
	}
	run := &runningRestore{progress: make(chan RestoreLine, 1), done: make(chan struct{})}
	go func() {
		defer close(run.done)
		run.result, run.err = c.restoreCopy(ctx, file, size, run.report)
		run.err = errors.Join(run.err, release())
	}()
	select {
	case <-run.done:
		if run.err != nil {
			return nil, run.err
		}
	case <-time.After(c.refusalTimeout):
	}
	return &huma.StreamResponse{Body: func(out huma.Context) { c.follow(out, run) }}, nil
}

// restoreCopy recovers from panics, which outside the request's goroutine would end the server.
func (c copyCalls) restoreCopy(ctx context.Context, file io.ReaderAt, size int64, report func(doneCount, total int64)) (result service.RestoreResult, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("restoring a copy: panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return c.cases.Restores.Restore(ctx, actor(ctx), file, size, false, report)
}

func (c copyCalls) follow(out huma.Context, run *runningRestore) {
	_, writer := humago.Unwrap(out)
	control := http.NewResponseController(writer)
	out.SetHeader("Content-Type", restoreLines)
	out.SetHeader("X-Accel-Buffering", "no")
	lines := json.NewEncoder(out.BodyWriter())
	send := func(line RestoreLine) {
		err := ifSupported(control.SetWriteDeadline(time.Now().Add(copyTimeout)))
		if err = errors.Join(err, lines.Encode(line)); err == nil {
			err = control.Flush()
		}
		if err != nil {
			c.problems.log.DebugContext(out.Context(), "a progress line of a restore was not sent", "error", err)
		}
	}
	ticks := time.NewTicker(progressInterval)
	defer ticks.Stop()
	var last RestoreLine
	for {
		select {
		case last = <-run.progress:
		case <-ticks.C:
			send(last)
		case <-run.done:
			if run.err != nil {
				last.Problem = c.problems.convert(out.Context(), run.err).withRequestID(out.Context())
			} else {
				last.Done, last.Result = last.Total, restoreResultOf(run.result)
			}
			send(last)
			return
		}
	}
}
