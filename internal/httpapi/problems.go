package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"axioma/internal/loyalty"
)

// Problem is the body of every error response.
type Problem struct {
	status      int
	retryAfter  time.Duration
	Code        string         `json:"code" doc:"Stable error code for programs"`
	Message     string         `json:"message" doc:"Message for people, in Spanish"`
	Hint        string         `json:"hint,omitempty" doc:"Advice in Spanish: when to retry, or what to do instead"`
	Errors      []ProblemField `json:"errors,omitempty" doc:"The invalid fields"`
	AvailableAt *time.Time     `json:"availableAt,omitempty" doc:"When the request can succeed"`
	Existing    *ExistingVisit `json:"existing,omitempty" doc:"For a second visit on a day: the existing visit"`
	RequestID   string         `json:"requestId,omitempty" doc:"For a server error: the request id in the log"`
}

// ExistingVisit conflicts with a new visit of the same day.
type ExistingVisit struct {
	VisitedAt    time.Time `json:"visitedAt"`
	RegisteredBy string    `json:"registeredBy" doc:"Name of the user who registered it"`
}

// ProblemField is a wrong field.
type ProblemField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

func (p *Problem) Error() string { return p.Code + ": " + p.Message }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.status }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header {
	headers := http.Header{}
	if p.retryAfter > 0 {
		headers.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retryAfter.Seconds()))))
	}
	return headers
}

// ContentType returns plain JSON for errors too.
func (p *Problem) ContentType(string) string { return "application/json" }

func statusOf(kind loyalty.Kind) int {
	switch kind {
	case loyalty.Invalid:
		return http.StatusUnprocessableEntity
	case loyalty.Unauthenticated:
		return http.StatusUnauthorized
	case loyalty.Forbidden:
		return http.StatusForbidden
	case loyalty.NotFound:
		return http.StatusNotFound
	case loyalty.Conflict:
		return http.StatusConflict
	case loyalty.TooMany:
		return http.StatusTooManyRequests
	case loyalty.Busy:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func problemOf(refusal *loyalty.Error) *Problem {
	problem := &Problem{
		status:     statusOf(refusal.Kind),
		retryAfter: refusal.RetryAfter,
		Code:       refusal.Code,
		Message:    refusal.Message,
		Hint:       refusal.Hint,
	}
	for _, field := range refusal.Fields {
		problem.Errors = append(problem.Errors, ProblemField(field))
	}
	if visit := refusal.Existing; visit != nil {
		problem.Existing = &ExistingVisit{VisitedAt: visit.At, RegisteredBy: visit.RegisteredBy}
	}
	if !refusal.AvailableAt.IsZero() {
		at := refusal.AvailableAt.UTC()
		problem.AvailableAt = &at
	}
	return problem
}

type problems struct{ log *slog.Logger }

// explain converts an error to a problem. Only a refusal shows its details.
func (p problems) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	problem := p.convert(ctx, err).withRequestID(ctx)
	return huma.ErrorWithHeaders(problem, problem.GetHeaders())
}

func (p problems) convert(ctx context.Context, err error) *Problem {
	var refusal *loyalty.Error
	var problem *Problem
	switch {
	case errors.As(err, &refusal):
		problem = problemOf(refusal)
	case errors.As(err, &problem):
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		problem = problemOf(loyalty.BusyFor(retryDelay))
	default:
		p.log.ErrorContext(ctx, "request failed", "error", err)
		return internalProblem()
	}
	p.logAttempt(ctx, problem.Code)
	p.logOverload(ctx, problem, err)
	return problem
}

// operatorError logs a refusal's code instead of its Spanish message.
type operatorError struct{ error }

func (t operatorError) Error() string {
	var refusal *loyalty.Error
	if !errors.As(t.error, &refusal) {
		return t.error.Error()
	}
	return strings.ReplaceAll(t.error.Error(), refusal.Error(), refusal.Code)
}

func (t operatorError) Unwrap() error { return t.error }

var attackCodes = []string{
	loyalty.ErrSignInFailed.Code, loyalty.ErrWrongPassword.Code, loyalty.ErrCodeRefused.Code, loyalty.ErrSecondFactorRefused.Code,
	loyalty.ErrForbidden.Code, loyalty.ErrTooMany.Code, badSignature, wrongToken, crossOrigin,
}

// logAttempt logs a refused attempt without the typed text, which may be almost a password.
func (p problems) logAttempt(ctx context.Context, code string) {
	if slices.Contains(attackCodes, code) {
		p.log.WarnContext(ctx, "refused", "code", code, "from", address(ctx), "user", actor(ctx).UserID)
	}
}

func internalProblem() *Problem {
	return &Problem{
		status:  http.StatusInternalServerError,
		Code:    "INTERNAL",
		Message: "Algo ha fallado en el servidor. Inténtalo de nuevo en un momento.",
	}
}

func (p problems) refuse(ctx huma.Context, err error) {
	problem := p.convert(ctx.Context(), err).withRequestID(ctx.Context())
	for name, values := range problem.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(problem.status)
	p.encode(ctx.Context(), ctx.BodyWriter(), problem)
}

func (p problems) write(w http.ResponseWriter, r *http.Request, problem *Problem) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(problem.status)
	p.encode(r.Context(), w, problem.withRequestID(r.Context()))
}

func (p problems) encode(ctx context.Context, w io.Writer, problem *Problem) {
	if err := json.NewEncoder(w).Encode(problem); err != nil {
		p.log.DebugContext(ctx, "the client disconnected before the response", "error", err)
	}
}

func (p problems) unknownPath(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, &Problem{status: http.StatusNotFound, Code: "NOT_FOUND", Message: "No existe esa dirección."})
}

func (p problems) recoverPanic(w http.ResponseWriter, r *http.Request) {
	if cause := recover(); cause != nil {
		p.log.ErrorContext(r.Context(), "panic while answering", "route", r.Pattern, "cause", cause, "stack", string(debug.Stack()))
		p.write(w, r, internalProblem())
	}
}

// checkText refuses NUL and invalid UTF-8, a fault for databases.
func checkText(address *url.URL) *Problem {
	query, err := url.QueryUnescape(address.RawQuery)
	if err == nil && utf8.ValidString(query) && utf8.ValidString(address.Path) &&
		!strings.Contains(query, "\x00") && !strings.Contains(address.Path, "\x00") {
		return nil
	}
	return &Problem{status: http.StatusBadRequest, Code: "BAD_ADDRESS", Message: "La dirección contiene caracteres no válidos."}
}

func newProblem(status int, message string, faults ...error) *Problem {
	problem := &Problem{status: status, Code: "BAD_REQUEST", Message: contractMessage(status)}
	switch status {
	case http.StatusUnprocessableEntity:
		problem.Code = loyalty.ErrValidation.Code
	case http.StatusRequestEntityTooLarge:
		problem.Code = "TOO_LARGE"
	case http.StatusUnsupportedMediaType:
		problem.Code = notJSON
	case http.StatusInternalServerError:
		if message == "cannot read request body" {
			// The client disconnected while sending.
			problem.status = http.StatusBadRequest
		} else {
			problem = internalProblem()
		}
	}
	if status < http.StatusInternalServerError {
		problem.Errors = fieldsOf(faults)
	}
	return problem
}

func contractMessage(status int) string {
	switch status {
	case http.StatusUnprocessableEntity:
		return loyalty.ErrValidation.Message
	case http.StatusRequestEntityTooLarge:
		return "La petición es demasiado grande."
	case http.StatusUnsupportedMediaType:
		return "La petición tiene que ser JSON."
	case http.StatusRequestTimeout:
		return "La petición ha tardado demasiado en llegar."
	}
	return "No se entendió la petición."
}

// The caller chooses field names, so limit their number and length.
const (
	maxProblemFields = 20
	maxFieldName     = 80
)

func truncateName(name string) string {
	if utf8.RuneCountInString(name) <= maxFieldName {
		return name
	}
	return string([]rune(name)[:maxFieldName-1]) + "…"
}

func fieldsOf(faults []error) []ProblemField {
	var fields []ProblemField
	for _, fault := range faults {
		if len(fields) == maxProblemFields {
			break
		}
		detailer, ok := fault.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		detail := detailer.ErrorDetail()
		_, field, _ := strings.Cut(detail.Location, ".")
		message := detail.Message
		if missing, ok := strings.CutPrefix(message, missingPrefix); ok {
			field, message = strings.TrimPrefix(field+"."+missing, "."), "Falta este dato."
		}
		if strings.HasPrefix(message, "required ") { // missing parameter; huma has no text to translate
			message = "Falta este dato."
		}
		if strings.HasPrefix(message, "invalid ") { // wrong type; huma has no text to translate
			message = "No es un valor válido."
		}
		if field != "" {
			fields = append(fields, ProblemField{Field: truncateName(field), Message: message})
		}
	}
	return fields
}

const missingPrefix = "missing:"

// unknownFieldMessage must never change: during a rolling upgrade, a newer counter that gets it keeps its visit for
// another server (decision 0057, web/src/acts/staff/outbox/visitResponses.ts).
const unknownFieldMessage = "Este dato no se conoce."

func translateValidation() {
	validation.MsgUnexpectedProperty = unknownFieldMessage
	validation.MsgExpectedRequiredProperty = missingPrefix + "%s"
	validation.MsgExpectedBoolean = "Tiene que ser verdadero o falso."
	validation.MsgExpectedNumber = "Tiene que ser un número."
	validation.MsgExpectedInteger = "Tiene que ser un número entero."
	validation.MsgExpectedString = "Tiene que ser un texto."
	validation.MsgExpectedArray = "Tiene que ser una lista."
	validation.MsgExpectedObject = "Tiene que ser un objeto JSON."
	validation.MsgExpectedOneOf = "Tiene que ser uno de: %s."
	validation.MsgExpectedMinimumNumber = "Tiene que ser %v como mínimo."
	validation.MsgExpectedMaximumNumber = "Tiene que ser %v como máximo."
	validation.MsgExpectedMinLength = "Necesita %d caracteres como mínimo."
	validation.MsgExpectedMaxLength = "Puede tener %d caracteres como máximo."
	validation.MsgExpectedMinItems = "Necesita %d elementos como mínimo."
	validation.MsgExpectedMaxItems = "Puede tener %d elementos como máximo."
	validation.MsgExpectedBase64String = "Tiene que estar en base64."
	validation.MsgExpectedRFC3339Date = "Tiene que ser una fecha AAAA-MM-DD."
	validation.MsgExpectedRFC3339DateTime = "Tiene que ser una fecha con hora."
}
