package googletest

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // decodes JPEG
	_ "image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// rules are Google's checks beyond the schema. Sources:
// https://developers.google.com/wallet/reference/rest/v1/loyaltyclass and /loyaltyobject
var rules = []func(body document) string{
	refuseRequired, refuseColour, refuseCountry, refuseCallback, refuseLinks, refuseTexts, refuseBarcode, refusePoints,
	func(body document) string { messages, _ := body["messages"].([]any); return refuseMessages(messages) },
}

var idForm = regexp.MustCompile(`^` + Issuer + `\.[A-Za-z0-9._-]+$`)

func (g *Google) refuse(kind, id string, body document) (int, string) {
	schemaNames := map[string]string{"loyaltyClass": "LoyaltyClass", "loyaltyObject": "LoyaltyObject"}[kind]
	if wrong := g.schemas.refuse(schemaNames, schema{Ref: schemaNames}, body); wrong != "" {
		return http.StatusBadRequest, wrong
	}
	if body["id"] != id || !idForm.MatchString(id) {
		return http.StatusBadRequest, "Invalid resource ID " + id
	}
	if class, _ := body["classId"].(string); kind == "loyaltyObject" && class != "" && g.documents["loyaltyClass"][class] == nil {
		return http.StatusNotFound, "loyaltyClass " + class + " not found"
	}
	for _, rule := range rules {
		if wrong := rule(body); wrong != "" {
			return http.StatusBadRequest, wrong
		}
	}
	for _, name := range []string{"programLogo", "heroImage"} {
		if body[name] != nil && !g.canFetch(body[name]) {
			return http.StatusBadRequest, "Image cannot be loaded: " + name
		}
	}
	return 0, ""
}

func refuseRequired(body document) string {
	requiredNames := []string{"issuerName", "programName", "programLogo", "reviewStatus"}
	if _, isObject := body["state"]; isObject || body["classId"] != nil {
		requiredNames = []string{"classId", "state"}
	} else if body["reviewStatus"] != "UNDER_REVIEW" { // an approved class cannot become a draft
		return "Invalid review status"
	}
	for _, name := range requiredNames {
		if body[name] == nil || body[name] == "" {
			return name + " is missing"
		}
	}
	return ""
}

var colourForm = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)

func refuseColour(body document) string {
	if colour, named := body["hexBackgroundColor"].(string); named && !colourForm.MatchString(colour) {
		return "Invalid hexBackgroundColor " + colour
	}
	return ""
}

var countryForm = regexp.MustCompile(`^[A-Z]{2}$`)

func refuseCountry(body document) string {
	if country, named := body["countryCode"].(string); named && !countryForm.MatchString(country) {
		return "Invalid countryCode " + country
	}
	return ""
}

func refuseCallback(body document) string {
	options, _ := body["callbackOptions"].(map[string]any)
	if address, named := options["url"].(string); named && !strings.HasPrefix(address, "https://") {
		return "Invalid callback URL " + address
	}
	return ""
}

func refuseLinks(body document) string {
	module, _ := body["linksModuleData"].(map[string]any)
	for _, link := range listOf(module["uris"]) {
		address, err := url.Parse(textIn(link, "uri"))
		if err != nil || !slices.Contains([]string{"http", "https", "tel", "mailto"}, address.Scheme) {
			return "Invalid URI " + textIn(link, "uri")
		}
	}
	return ""
}

func refuseTexts(body document) string {
	var ids []string
	for _, text := range listOf(body["textModulesData"]) {
		id := textIn(text, "id")
		if textIn(text, "header") == "" && textIn(text, "body") == "" || id != "" && slices.Contains(ids, id) {
			return "Invalid text module " + id
		}
		ids = append(ids, id)
	}
	return ""
}

func refuseBarcode(body document) string {
	barcode, named := body["barcode"].(map[string]any)
	if named && (textIn(barcode, "type") == "" || textIn(barcode, "value") == "") {
		return "Barcode must have a type and a value"
	}
	return ""
}

func refusePoints(body document) string {
	for _, name := range []string{"loyaltyPoints", "secondaryLoyaltyPoints"} {
		points, named := body[name].(map[string]any)
		balance, _ := points["balance"].(map[string]any)
		if named && len(balance) != 1 {
			return name + " must have one balance"
		}
	}
	return ""
}

const mostMessages = 10

func refuseMessages(messages []any) string {
	if len(messages) > mostMessages {
		return fmt.Sprintf("A pass may have %d messages", mostMessages)
	}
	for _, message := range messages {
		if textIn(message, "header") == "" || textIn(message, "body") == "" {
			return "A message must have a header and a body"
		}
	}
	return ""
}

// canFetch requires https, an internet host and a served picture.
func (g *Google) canFetch(picture any) bool {
	fields, _ := picture.(map[string]any)
	text := textIn(fields["sourceUri"], "uri")
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "https" || address.Hostname() == "localhost" || !strings.Contains(address.Hostname(), ".") {
		return false
	}
	if ip := net.ParseIP(address.Hostname()); ip != nil && (ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast()) {
		return false
	}
	if slices.ContainsFunc(g.unreachable, func(part string) bool { return strings.Contains(text, part) }) {
		return false
	}
	return g.site == nil || servesPicture(g.site, address)
}

func servesPicture(site http.Handler, address *url.URL) bool {
	recorder := httptest.NewRecorder()
	site.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, address.String(), nil))
	_, kind, err := image.DecodeConfig(bytes.NewReader(recorder.Body.Bytes()))
	return recorder.Code == http.StatusOK && err == nil && recorder.Header().Get("Content-Type") == "image/"+kind
}

func isOrigin(address string) bool {
	origin, err := url.Parse(address)
	return err == nil && origin.Scheme == "https" && origin.Host != ""
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}

func textIn(value any, name string) string {
	fields, _ := value.(map[string]any)
	text, _ := fields[name].(string)
	return text
}
