package whatsapp

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
)

// maxResponse is in bytes.
const maxResponse = 64 << 10

// graphAnswer is a response, see https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
type graphAnswer struct {
	ID       string `json:"id"`
	Messages []struct {
		ID string `json:"id"`
	} `json:"messages"`
	Contacts []struct {
		WhatsAppID string `json:"wa_id"`
	} `json:"contacts"`
	Error *graphError `json:"error"`
}

type graphError struct {
	Code      int    `json:"code"`
	Subcode   int    `json:"error_subcode"`
	Message   string `json:"message"`
	Transient bool   `json:"is_transient"`
}

// call sends a request, and repeats it with a proof of the app's secret if the API demands one.
func (c *Cloud) call(ctx context.Context, address, contentType string, body []byte) (string, messaging.Try) {
	proven := c.sendsProof.Load()
	id, try := c.callOnce(ctx, c.withProof(address), contentType, body)
	if !proven && c.sendsProof.Load() {
		return c.callOnce(ctx, c.withProof(address), contentType, body)
	}
	return id, try
}

// callOnce sends a request once. A message was not sent if the connection fails before the headers are written. Later
// the outcome is unknown: the API may have accepted it.
func (c *Cloud) callOnce(ctx context.Context, address, contentType string, body []byte) (string, messaging.Try) {
	var headersWritten atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { headersWritten.Store(true) }})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return "", messaging.Try{Result: messaging.TryRejected, Error: err.Error()}
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Authorization", "Bearer "+c.account.Token)
	response, err := c.client.Do(request)
	if err != nil && !headersWritten.Load() {
		return "", messaging.Try{Result: messaging.TryRetryLater, Error: "sin conexión con WhatsApp"}
	}
	if err != nil {
		return "", messaging.Try{Result: messaging.TryUnknown, Error: "conexión perdida"}
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if fault := response.Body.Close(); err == nil {
		err = fault
	}
	if err != nil {
		text = nil // only the status counts
	}
	return c.interpret(response.StatusCode, text)
}

// interpret returns the result of a response. A 2xx or 5xx that is not from the API, such as a proxy's, leaves the
// outcome unknown.
func (c *Cloud) interpret(status int, text []byte) (string, messaging.Try) {
	var answer graphAnswer
	legible := json.Unmarshal(text, &answer) == nil
	id := answer.ID
	if len(answer.Messages) > 0 {
		id = answer.Messages[0].ID
	}
	switch {
	case legible && answer.Error != nil && status >= http.StatusBadRequest:
		return "", c.interpretError(status, *answer.Error)
	case status < http.StatusMultipleChoices && id != "":
		return id, messaging.Try{Result: messaging.TryAccepted, WhatsAppID: answer.whatsAppID()}
	case status < http.StatusMultipleChoices || status >= http.StatusInternalServerError:
		return "", messaging.Try{Result: messaging.TryUnknown, Error: "respuesta ilegible: " + strconv.Itoa(status)}
	case status == http.StatusTooManyRequests:
		return "", messaging.Try{Result: messaging.TryRetryLater, Error: "límite de WhatsApp", Hold: loyalty.HeldByProvider, RetryAfter: shortPause}
	}
	return "", messaging.Try{Result: messaging.TryRetryLater, Error: "no es WhatsApp: " + strconv.Itoa(status), Hold: loyalty.HeldBySetup, RetryAfter: setupPause}
}

func (a graphAnswer) whatsAppID() string {
	if len(a.Contacts) != 1 {
		return ""
	}
	return whatsAppID(a.Contacts[0].WhatsAppID)
}

// interpretError returns the result of an API error. An unlisted code is temporary if the API says so or answers 5xx.
func (c *Cloud) interpretError(status int, fault graphError) messaging.Try {
	try, known := c.refusals[fault.Code]
	switch {
	case fault.demandsProof():
		c.requireProof()
		try = setup("la app exige una prueba de su clave secreta")
	case fault.Code == invalid && fault.Subcode == noSuchObject:
		try = setup("el número remitente no existe o no es accesible")
	case known:
	case fault.Code >= 200 && fault.Code < 300:
		try = setup("sin permiso")
	case status == http.StatusTooManyRequests:
		try = limit("límite de WhatsApp", shortPause)
	case fault.Transient || status >= http.StatusInternalServerError:
		try = retryLater("error pasajero", 0)
	default:
		try = never(unknownRefusal)
	}
	try.Error = describeError(fault.Code, try.Error)
	return try
}

// demandsProof reports whether the API demands a proof. It compares the text, because the code is not specific. See
// https://developers.facebook.com/docs/graph-api/guides/secure-requests
func (e graphError) demandsProof() bool {
	return e.Code == invalid && strings.Contains(e.Message, proofParameter)
}

const proofParameter = "appsecret_proof"

func (c *Cloud) requireProof() {
	if c.account.AppSecret != "" {
		c.sendsProof.Store(true)
	}
}

// withProof adds a proof of the app's secret to a URL. Use it only on demand: the API refuses a proof by another app's
// secret.
func (c *Cloud) withProof(address string) string {
	if !c.sendsProof.Load() {
		return address
	}
	return address + "?" + url.Values{proofParameter: {c.proof()}}.Encode()
}

func (c *Cloud) proof() string {
	mac := hmac.New(sha256.New, []byte(c.account.AppSecret))
	mac.Write([]byte(c.account.Token))
	return hex.EncodeToString(mac.Sum(nil))
}

func describeError(code int, reason string) string { return strconv.Itoa(code) + ": " + reason }

const (
	invalid      = 100
	noSuchObject = 33
)

const (
	pairPause      = 10 * time.Second // the API allows one message per phone in six seconds
	shortPause     = 5 * time.Second
	callsPause     = 5 * time.Minute
	setupPause     = time.Minute
	templatePause  = 5 * time.Minute
	spamPause      = 30 * time.Minute
	marketingPause = 24 * time.Hour
)

func retryLater(reason string, after time.Duration) messaging.Try {
	return messaging.Try{Result: messaging.TryRetryLater, Error: reason, RetryAfter: after}
}

func limit(reason string, pause time.Duration) messaging.Try {
	return messaging.Try{Result: messaging.TryRetryLater, Error: reason, Hold: loyalty.HeldByProvider, RetryAfter: pause}
}

// setup holds the sender until an operator fixes the configuration.
func setup(reason string) messaging.Try {
	return messaging.Try{Result: messaging.TryRetryLater, Error: reason, Hold: loyalty.HeldBySetup, RetryAfter: setupPause}
}

func noTemplate(reason string) messaging.Try {
	return messaging.Try{Result: messaging.TryRetryLater, Error: reason, Hold: loyalty.HeldBySetup, MessageOnly: true, RetryAfter: templatePause}
}

const unknownRefusal = "rechazado"

func never(reason string) messaging.Try {
	return messaging.Try{Result: messaging.TryRejected, Error: reason}
}

type refusalTable map[int]messaging.Try

// failure returns the result of an accepted message that failed later, by its error code.
func (r refusalTable) failure(code json.Number) messaging.Try {
	number, err := strconv.Atoi(code.String())
	if err != nil {
		return never(unknownRefusal)
	}
	try, known := r[number]
	if !known {
		try = never(unknownRefusal)
	}
	try.Error = describeError(number, try.Error)
	return try
}

// refusals returns the results of error codes for messages not accepted:
// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
func refusals() refusalTable {
	return refusalTable{
		// Faults of the account: an operator must act.
		0:      setup("la credencial no vale"),
		3:      setup("faltan permisos"),
		10:     setup("permiso denegado"),
		33:     setup("el número remitente no existe"),
		190:    setup("la credencial ha caducado"),
		368:    setup("cuenta restringida por WhatsApp"),
		131005: setup("acceso denegado"),
		131031: setup("cuenta bloqueada por WhatsApp"),
		131037: setup("falta aprobar el nombre del remitente"),
		131042: setup("problema de pago con WhatsApp"),
		131045: setup("el número remitente no está registrado"),
		133010: setup("el número remitente no está registrado"),

		// Faults of a template: all messages of a kind fill it alike, so a mismatch is its fault.
		132000: noTemplate("la plantilla tiene otros datos"),
		132001: noTemplate("la plantilla no existe en ese idioma o no está aprobada"),
		132012: noTemplate("la plantilla espera otro formato"),
		132015: noTemplate("plantilla en pausa por mala calidad"),
		132016: noTemplate("plantilla retirada por mala calidad"),

		// Sender's limits, which end by themselves.
		4:      limit("demasiadas llamadas", callsPause),
		80007:  limit("demasiadas llamadas", callsPause),
		130429: limit("demasiados mensajes por segundo", shortPause),
		131048: limit("remitente limitado por quejas", spamPause),

		// Temporary faults, and a recipient's limits.
		1:      retryLater("error de WhatsApp", 0),
		2:      retryLater("WhatsApp no está disponible", 0),
		131000: retryLater("error de WhatsApp", 0),
		131016: retryLater("WhatsApp no está disponible", 0),
		131056: retryLater("demasiado seguido al mismo teléfono", pairPause),
		131057: retryLater("cuenta en mantenimiento", callsPause),
		131049: retryLater("WhatsApp limita la publicidad a este teléfono", marketingPause),

		// Permanent refusals.
		100:    never("petición no válida"),
		130472: never("teléfono en un experimento de WhatsApp"),
		130497: never("país no permitido"),
		131008: never("falta un dato"),
		131009: never("dato no válido"),
		131021: never("el destinatario es el remitente"),
		131026: never("no se puede entregar: comprueba que el teléfono es correcto y tiene WhatsApp"),
		131030: never("teléfono fuera de la lista de pruebas"),
		131047: never("han pasado más de 24 horas desde su mensaje"),
		131051: never("tipo de mensaje no admitido"),
		131053: never("imagen no admitida"),
		131062: never("no se puede enviar a quien oculta su número"),
		132005: never("texto demasiado largo para la plantilla"),
		132007: never("la plantilla incumple las normas"),
		132018: never("un dato no cabe en la plantilla"),

		// The customer stopped our marketing.
		131050: {Result: messaging.TryRejected, Error: "no quiere publicidad por WhatsApp", OptedOut: true},
	}
}
