package graphtest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Permissions: https://developers.facebook.com/docs/permissions#w
const (
	ScopeMessaging  = "whatsapp_business_messaging"
	ScopeManagement = "whatsapp_business_management"
)

type refusal struct {
	status, code, subcode int
	title                 string // of the code
	details               string // of the request
}

func newRefusal(code int, title, details string) *refusal {
	return &refusal{status: http.StatusBadRequest, code: code, title: title, details: details}
}

func newUnsupportedRefusal(method string) refusal {
	return refusal{status: http.StatusBadRequest, code: 100, title: "Unsupported " + method + " request"}
}

func unknownObject(id string) *refusal {
	return &refusal{
		status: http.StatusBadRequest, code: 100, subcode: 33,
		title: "Unsupported post request. Object with ID '" + id + "' does not exist, cannot be loaded due to missing permissions, or does not support this operation",
	}
}

// write sends the refusal, see https://developers.facebook.com/docs/graph-api/guides/error-handling
func (r refusal) write(w http.ResponseWriter) {
	if r.details == "" {
		r.details = r.title
	}
	fault := map[string]any{
		"message": fmt.Sprintf("(#%d) %s", r.code, r.title), "type": "OAuthException", "code": r.code,
		"error_data": map[string]string{"messaging_product": "whatsapp", "details": r.details}, "fbtrace_id": "Az8or2yhqkZfEZ",
	}
	if r.subcode != 0 {
		fault["error_subcode"] = r.subcode
	}
	respondJSON(w, r.status, map[string]any{"error": fault})
}

func (g *Graph) refuseCaller(r *http.Request, scope string) *refusal {
	authorization, proof := r.Header.Get("Authorization"), r.URL.Query().Get("appsecret_proof")
	switch {
	case authorization != "Bearer "+g.Token:
		return &refusal{status: http.StatusUnauthorized, code: 190, title: "Invalid OAuth access token - Cannot parse access token"}
	case g.Account.ExpiresAt != 0 && g.Account.ExpiresAt <= time.Now().Unix():
		return &refusal{status: http.StatusUnauthorized, code: 190, subcode: 463, title: "Error validating access token: Session has expired"}
	case proof != "" && proof != proofOf(g.Token, g.Account.Secret):
		return newRefusal(100, "Invalid appsecret_proof provided in the API argument", "")
	case proof == "" && g.Account.SecretRequired:
		return newRefusal(100, "API calls from the server require an appsecret_proof argument", "")
	case !slices.Contains(g.Account.Scopes, scope):
		return &refusal{status: http.StatusForbidden, code: 200, title: "You do not have the necessary permissions required: " + scope}
	}
	return nil
}

// proofOf returns the appsecret_proof: https://developers.facebook.com/docs/graph-api/guides/secure-requests
func proofOf(token, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(token))
	return hex.EncodeToString(mac.Sum(nil))
}

// readBody decodes a body. It refuses unknown fields.
func readBody(r *http.Request) (body Body, problem *refusal) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return body, newRefusal(100, "Invalid parameter", err.Error())
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil {
		return body, newRefusal(100, "Invalid parameter", "Unexpected key or value: "+err.Error())
	}
	return body, nil
}

var rules = []func(g *Graph, sender string, body Body) *refusal{
	(*Graph).refuseEnvelope, (*Graph).refuseRecipient, (*Graph).refuseText, (*Graph).refuseTemplate,
}

func (g *Graph) refuseMessage(sender string, body Body) *refusal {
	for _, rule := range rules {
		if problem := rule(g, sender, body); problem != nil {
			return problem
		}
	}
	return nil
}

// longestCallbackData limits biz_opaque_callback_data, in characters.
const longestCallbackData = 512

func (g *Graph) refuseEnvelope(_ string, body Body) *refusal {
	switch {
	case body.Product != "whatsapp":
		return newRefusal(100, "The parameter messaging_product is required.", "")
	case body.Recipient != "" && body.Recipient != "individual":
		return newRefusal(131009, "Parameter value is not valid", "recipient_type")
	case len(body.MessageID) > longestCallbackData:
		return newRefusal(100, "Param biz_opaque_callback_data must be at most 512 characters long.", "")
	case body.Type != "text" && body.Type != "template":
		return newRefusal(131051, "Unsupported message type", body.Type)
	case (body.Text != nil) != (body.Type == "text") || (body.Template != nil) != (body.Type == "template"):
		return newRefusal(131008, "Required parameter is missing", body.Type)
	}
	return nil
}

var (
	phoneForm  = regexp.MustCompile(`^\+?[1-9][0-9]{6,14}$`)
	hiddenForm = regexp.MustCompile(`^[A-Z]{2}\.[0-9A-Za-z.]{1,150}$`)
)

// refuseRecipient refuses a recipient without a phone for authentication templates: customers with a hidden one get no
// codes.
func (g *Graph) refuseRecipient(_ string, body Body) *refusal {
	switch {
	case (body.To == "") == (body.ToHidden == ""):
		return newRefusal(100, "The parameter to is required.", "")
	case body.To != "" && !phoneForm.MatchString(body.To), body.ToHidden != "" && !hiddenForm.MatchString(body.ToHidden):
		return newRefusal(131009, "Parameter value is not valid", "Recipient is not a valid phone number or user id")
	case body.To != "" && digitsOf(body.To) == digitsOf(g.Account.Phone):
		return newRefusal(131021, "Recipient cannot be sender", "")
	case body.ToHidden != "" && body.Template != nil && g.Account.category(*body.Template) == "AUTHENTICATION":
		return newRefusal(131062, "Business-scoped User ID (BSUID) recipients are not supported for this message", "")
	}
	return nil
}

// longestText is in characters.
const longestText = 4096

func (g *Graph) refuseText(_ string, body Body) *refusal {
	switch {
	case body.Text == nil:
	case strings.TrimSpace(body.Text.Body) == "":
		return newRefusal(131008, "Required parameter is missing", "text.body")
	case utf8.RuneCountInString(body.Text.Body) > longestText:
		return newRefusal(100, "Param text['body'] must be at most 4096 characters long.", "")
	}
	return nil
}

func digitsOf(phone string) string {
	return strings.Map(func(letter rune) rune {
		if letter < '0' || letter > '9' {
			return -1
		}
		return letter
	}, phone)
}
