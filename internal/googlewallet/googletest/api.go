package googletest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Google's documented limits.
const (
	callsASecond = 20
	noticesADay  = 3
)

func (g *Google) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	address := r.URL.Scheme + "://" + r.URL.Host + r.URL.Path
	path, isAPI := strings.CutPrefix(address, API+"/")
	switch {
	case g.status != 0:
		w.Header().Set("Retry-After", g.retryAfter)
		fault(w, g.status, "backendError")
	case address == tokens && g.tokenStatus != 0:
		answer(w, g.tokenStatus, document{"error": "invalid_client"})
	case address == tokens:
		g.issueToken(w, r)
	case address == Keys:
		g.keyFetches++
		answer(w, http.StatusOK, g.signing.keysDocument())
	case isAPI && !g.hasValidToken(r.Header.Get("Authorization")):
		fault(w, http.StatusUnauthorized, "Request had invalid authentication credentials.")
	case isAPI && g.exceedsRateLimit():
		fault(w, http.StatusTooManyRequests, "Quota exceeded for requests per second")
	case isAPI:
		g.serveDocument(w, r, strings.Split(path, "/"))
	default:
		http.NotFound(w, r)
	}
}

const tokenLife = time.Hour

// issueToken exchanges an assertion for a token. See
// https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth
func (g *Google) issueToken(w http.ResponseWriter, r *http.Request) {
	var claims struct {
		jwt.RegisteredClaims
		Scope string `json:"scope"`
	}
	_, err := jwt.ParseWithClaims(r.PostFormValue("assertion"), &claims, g.key, jwt.WithAudience(tokens), jwt.WithIssuer(Account), jwt.WithTimeFunc(g.now), jwt.WithExpirationRequired(), jwt.WithIssuedAt())
	switch {
	case r.PostFormValue("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer":
		answer(w, http.StatusBadRequest, document{"error": "unsupported_grant_type", "error_description": "Invalid grant_type"})
	case err != nil:
		answer(w, http.StatusBadRequest, document{"error": "invalid_grant", "error_description": fmt.Sprint("Invalid JWT: ", err)})
	case claims.IssuedAt == nil || claims.ExpiresAt.Sub(claims.IssuedAt.Time) > tokenLife:
		answer(w, http.StatusBadRequest, document{"error": "invalid_grant", "error_description": "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."})
	case claims.Scope != "https://www.googleapis.com/auth/wallet_object.issuer":
		answer(w, http.StatusBadRequest, document{"error": "invalid_scope", "error_description": "Invalid OAuth scope or ID token audience provided."})
	default:
		g.tokens++
		g.tokensIssued = append(g.tokensIssued, g.now())
		answer(w, http.StatusOK, document{"access_token": bearer + strconv.Itoa(g.tokens), "expires_in": int(tokenLife.Seconds()), "token_type": "Bearer"})
	}
}

func (g *Google) hasValidToken(authorization string) bool {
	number, given := strings.CutPrefix(authorization, "Bearer "+bearer)
	token, err := strconv.Atoi(number)
	return given && err == nil && token > g.tokensExpired && token <= g.tokens && g.now().Sub(g.tokensIssued[token-1]) < tokenLife
}

func (g *Google) exceedsRateLimit() bool {
	now := time.Now()
	g.recent = slices.DeleteFunc(g.recent, func(at time.Time) bool { return now.Sub(at) >= time.Second })
	g.recent = append(g.recent, now)
	return len(g.recent) > callsASecond
}

func (g *Google) serveDocument(w http.ResponseWriter, r *http.Request, path []string) {
	g.calls = append(g.calls, r.Method+" "+path[0]+strings.Join(path[min(2, len(path)):], " "))
	var body document
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil && r.Method != http.MethodGet {
		fault(w, http.StatusBadRequest, "Invalid JSON payload received")
		return
	}
	documents, known := g.documents[path[0]]
	switch {
	case !known:
		fault(w, http.StatusNotFound, "unknown resource")
	case r.Method == http.MethodGet && len(path) == 1:
		g.list(w, r.URL.Query())
	case r.Method == http.MethodPost && len(path) == 1:
		g.insert(w, path[0], body)
	case documents[path[1]] == nil:
		fault(w, http.StatusNotFound, path[0]+" "+path[1]+" not found")
	case len(path) == 3 && path[2] == "addMessage":
		g.addMessage(w, path[1], body)
	case r.Method == http.MethodPatch:
		g.change(w, path[0], path[1], mergeDocuments(documents[path[1]], body), body)
	case r.Method == http.MethodPut:
		g.change(w, path[0], path[1], body, body)
	default:
		fault(w, http.StatusMethodNotAllowed, "no such call")
	}
}

func (g *Google) list(w http.ResponseWriter, query url.Values) {
	if query.Get("issuerId") != Issuer {
		fault(w, http.StatusForbidden, "Permission denied on issuer "+query.Get("issuerId"))
		return
	}
	answer(w, http.StatusOK, document{"pagination": document{"resultsPerPage": len(g.documents["loyaltyClass"])}})
}

func (g *Google) insert(w http.ResponseWriter, kind string, body document) {
	id, _ := body["id"].(string)
	if g.documents[kind][id] != nil {
		fault(w, http.StatusConflict, "existingResource")
		return
	}
	g.change(w, kind, id, body, document{})
}

func mergeDocuments(old, changes document) document {
	mergedDocument := maps.Clone(old)
	maps.Copy(mergedDocument, changes)
	return mergedDocument
}

func (g *Google) change(w http.ResponseWriter, kind, id string, newDocument, body document) {
	status, wrong := g.refuse(kind, id, newDocument)
	if wrong != "" {
		fault(w, status, wrong)
		return
	}
	notify := body["notifyPreference"] == "NOTIFY_ON_UPDATE" && !reflect.DeepEqual(g.documents[kind][id]["loyaltyPoints"], newDocument["loyaltyPoints"])
	if notify && !g.countNotification(id) {
		fault(w, http.StatusForbidden, "QuotaExceededException")
		return
	}
	delete(newDocument, "notifyPreference") // for one call only
	g.documents[kind][id] = newDocument
	answer(w, http.StatusOK, newDocument)
}

func (g *Google) countNotification(id string) bool {
	now := g.now()
	today := slices.DeleteFunc(slices.Clone(g.notices[id]), func(at time.Time) bool { return now.Sub(at) >= 24*time.Hour })
	if len(today) >= noticesADay {
		return false
	}
	g.notices[id] = append(g.notices[id], now)
	return true
}

func (g *Google) addMessage(w http.ResponseWriter, id string, body document) {
	if wrong := g.schemas.refuse("AddMessageRequest", schema{Ref: "AddMessageRequest"}, body); wrong != "" {
		fault(w, http.StatusBadRequest, wrong)
		return
	}
	message, _ := body["message"].(map[string]any)
	messages, _ := g.documents["loyaltyObject"][id]["messages"].([]any)
	if wrong := refuseMessages(append(slices.Clone(messages), message)); wrong != "" {
		fault(w, http.StatusBadRequest, wrong)
		return
	}
	if message["messageType"] == "TEXT_AND_NOTIFY" && !g.countNotification(id) {
		fault(w, http.StatusForbidden, "QuotaExceededException")
		return
	}
	object := g.documents["loyaltyObject"][id]
	object["messages"] = append(messages, message)
	answer(w, http.StatusOK, document{"resource": object})
}

// fault writes an error response. See https://cloud.google.com/apis/design/errors
func fault(w http.ResponseWriter, status int, message string) {
	word := map[int]string{
		http.StatusBadRequest: "INVALID_ARGUMENT", http.StatusUnauthorized: "UNAUTHENTICATED", http.StatusForbidden: "PERMISSION_DENIED",
		http.StatusNotFound: "NOT_FOUND", http.StatusConflict: "ALREADY_EXISTS", http.StatusTooManyRequests: "RESOURCE_EXHAUSTED",
	}[status]
	answer(w, status, document{"error": document{"code": status, "message": message, "status": cmp.Or(word, "UNAVAILABLE")}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		panic(err)
	}
}
