package graphtest

import (
	"net/http"
	"time"
)

// Account is what the stand-in tells of a WhatsApp Business account and of the token.
type Account struct {
	ID        string
	Phone     string // of the number, as it is shown
	NumberID  string
	Quality   string
	App       string   // that the token was made for
	Secret    string   // of the app
	Scopes    []string // of the token
	Ends      int64    // when the token does, in Unix seconds; zero: never
	Unnamed   bool     // the token does not say of which account it is
	Webhook   string   // where the app is told things
	Apps      []string // that are told things
	Templates []Template
}

// Template is a template in one language.
type Template struct {
	Name     string `json:"name"`
	Status   string `json:"status"`
	Language string `json:"language"`
	Category string `json:"category"`
}

// tell answers a question about the account.
func (g *Graph) tell(w http.ResponseWriter, r *http.Request, path []string) {
	if path[0] == "debug_token" {
		g.tellToken(w, r)
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+g.Token {
		refuse(w, http.StatusUnauthorized, 190, "Malformed access token "+r.Header.Get("Authorization"))
		return
	}
	about, edge := path[0], ""
	if len(path) > 1 {
		edge = path[1]
	}
	switch {
	case about == g.Account.NumberID && edge == "":
		answer(w, http.StatusOK, g.Account.number())
	case about == g.Account.ID && edge == "phone_numbers":
		answer(w, http.StatusOK, map[string]any{"data": []map[string]string{{"id": g.Account.NumberID}}})
	case about == g.Account.ID && edge == "subscribed_apps":
		answer(w, http.StatusOK, map[string]any{"data": g.Account.apps()})
	case about == g.Account.ID && edge == "message_templates":
		answer(w, http.StatusOK, map[string]any{"data": g.Account.Templates})
	default:
		refuse(w, http.StatusBadRequest, 100, "Unsupported get request")
	}
}

// tellToken answers the app alone: the token itself, which is no developer's, is refused.
func (g *Graph) tellToken(w http.ResponseWriter, r *http.Request) {
	asker, inspected := r.Header.Get("Authorization"), r.URL.Query().Get("input_token")
	switch {
	case asker == "Bearer "+g.Token:
		refuse(w, http.StatusBadRequest, 100, "You must provide an app access token, or a user access token that is an owner or developer of the app")
	case asker != "Bearer "+g.Account.App+"|"+g.Account.Secret:
		refuse(w, http.StatusBadRequest, 190, "Invalid OAuth access token signature.")
	case inspected == "":
		refuse(w, http.StatusBadRequest, 100, "The parameter input_token is required")
	case inspected != g.Token:
		answer(w, http.StatusOK, map[string]any{"data": map[string]any{
			"error": map[string]any{"code": 190, "message": "Invalid OAuth access token."}, "is_valid": false, "scopes": []string{},
		}})
	default:
		answer(w, http.StatusOK, map[string]any{"data": g.Account.token()})
	}
}

func (a Account) token() map[string]any {
	limited := map[string]any{"scope": "whatsapp_business_management"}
	if !a.Unnamed {
		limited["target_ids"] = []string{"another", a.ID}
	}
	return map[string]any{
		"app_id": a.App, "type": "SYSTEM_USER", "is_valid": a.Ends == 0 || a.Ends > time.Now().Unix(), "expires_at": a.Ends, "scopes": a.Scopes, "granular_scopes": []any{limited},
	}
}

func (a Account) number() map[string]any {
	return map[string]any{
		"id": a.NumberID, "display_phone_number": a.Phone, "quality_rating": a.Quality, "verified_name": "Barbería",
		"webhook_configuration": map[string]string{"application": a.Webhook},
	}
}

func (a Account) apps() []any {
	told := []any{}
	for _, app := range a.Apps {
		told = append(told, map[string]any{"whatsapp_business_api_data": map[string]string{"id": app, "name": "Axioma"}})
	}
	return told
}
