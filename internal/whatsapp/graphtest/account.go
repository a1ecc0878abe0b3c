package graphtest

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Account is the account and token, which decide which calls are refused.
type Account struct {
	ID             string
	Phone          string
	NumberID       string
	Quality        string
	App            string
	Secret         string
	Scopes         []string
	ExpiresAt      int64 // of the token, Unix seconds; zero: never
	OmitsAccount   bool  // the token does not report its account
	Webhook        string
	SubscribedApps []string
	Templates      []Template

	Numbers         []string // further ids
	SecretRequired  bool     // the app requires a proof of its secret
	Throughput      int      // messages per second of a number; zero: 80
	WithoutWhatsApp []string
}

// WorkingAccount returns an account with the documented templates and a valid token.
func WorkingAccount(number string, templates map[string]string) Account {
	return Account{ID: "1029", NumberID: number, Scopes: []string{ScopeMessaging, ScopeManagement}, Templates: DocumentedTemplates(templates)}
}

func (a Account) has(number string) bool {
	return number == a.NumberID || slices.Contains(a.Numbers, number)
}

func (g *Graph) answerAbout(w http.ResponseWriter, r *http.Request, path []string) {
	if path[0] == "debug_token" {
		g.answerAboutToken(w, r)
		return
	}
	if refusal := g.refuseCaller(r, ScopeManagement); refusal != nil {
		refusal.write(w)
		return
	}
	about, edge := path[0], ""
	if len(path) > 1 {
		edge = path[1]
	}
	switch {
	case about == g.Account.NumberID && edge == "":
		respondJSON(w, http.StatusOK, g.Account.number())
	case about == g.Account.ID && edge == "phone_numbers":
		respondJSON(w, http.StatusOK, map[string]any{"data": []map[string]string{{"id": g.Account.NumberID}}})
	case about == g.Account.ID && edge == "subscribed_apps":
		respondJSON(w, http.StatusOK, map[string]any{"data": g.Account.apps()})
	case about == g.Account.ID && edge == "message_templates":
		respondJSON(w, http.StatusOK, map[string]any{"data": g.Account.templatesNamed(r)})
	default:
		unknownObject(about).write(w)
	}
}

func (a Account) templatesNamed(r *http.Request) []map[string]any {
	query, items := r.URL.Query(), []map[string]any{}
	limit, err := strconv.Atoi(query.Get("limit"))
	if err != nil {
		limit = 25
	}
	for _, template := range a.Templates {
		if !strings.Contains(template.Name, query.Get("name")) || len(items) == limit {
			continue
		}
		all := map[string]any{
			"name": template.Name, "status": template.Status, "language": template.Language, "category": template.Category, "components": template.Components,
			"parameter_format": cmp.Or(template.Format, "POSITIONAL"),
		}
		item := map[string]any{"id": template.Name + template.Language}
		for _, field := range strings.Split(query.Get("fields"), ",") {
			if value, known := all[field]; known {
				item[field] = value
			}
		}
		items = append(items, item)
	}
	return items
}

func (g *Graph) answerAboutToken(w http.ResponseWriter, r *http.Request) {
	authorization, inspectedToken := r.Header.Get("Authorization"), r.URL.Query().Get("input_token")
	switch {
	case authorization == "Bearer "+g.Token:
		newRefusal(100, "You must provide an app access token, or a user access token that is an owner or developer of the app", "").write(w)
	case authorization != "Bearer "+g.Account.App+"|"+g.Account.Secret:
		newRefusal(190, "Invalid OAuth access token signature.", "").write(w)
	case inspectedToken == "":
		newRefusal(100, "The parameter input_token is required", "").write(w)
	case inspectedToken != g.Token:
		respondJSON(w, http.StatusOK, map[string]any{"data": map[string]any{
			"error": map[string]any{"code": 190, "message": "Invalid OAuth access token."}, "is_valid": false, "scopes": []string{},
		}})
	default:
		respondJSON(w, http.StatusOK, map[string]any{"data": g.Account.token()})
	}
}

func (a Account) token() map[string]any {
	granularScope := map[string]any{"scope": "whatsapp_business_management"}
	if !a.OmitsAccount {
		granularScope["target_ids"] = []string{"another", a.ID}
	}
	return map[string]any{
		"app_id": a.App, "type": "SYSTEM_USER", "is_valid": a.ExpiresAt == 0 || a.ExpiresAt > time.Now().Unix(), "expires_at": a.ExpiresAt, "scopes": a.Scopes, "granular_scopes": []any{granularScope},
	}
}

func (a Account) number() map[string]any {
	return map[string]any{
		"id": a.NumberID, "display_phone_number": a.Phone, "quality_rating": a.Quality, "verified_name": "Barbería",
		"webhook_configuration": map[string]string{"application": a.Webhook},
	}
}

func (a Account) apps() []any {
	items := []any{}
	for _, app := range a.SubscribedApps {
		items = append(items, map[string]any{"whatsapp_business_api_data": map[string]string{"id": app, "name": "Axioma"}})
	}
	return items
}
