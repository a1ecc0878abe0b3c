package httpapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

//go:embed docs_page.html
var docsTemplate string

//go:embed docs_page.css
var docsStyle []byte

type docsPage struct {
	Title  string
	Groups []docsGroup
	Shapes []docsShape
}

type docsGroup struct {
	Name  string
	Calls []docsCall
}

type docsCall struct {
	ID         string
	Method     string
	Path       string // below /api
	Summary    string
	Who        string
	Roles      []loyalty.Role
	Parameters []docsField
	Body       *docsBody
	Answers    []docsAnswer
}

type docsBody struct {
	Type     docsType
	Media    string // empty: see the response header
	Doc      string
	Required bool
	Fields   []docsField
}

type docsAnswer struct {
	Status  string // "default": every error
	Doc     string
	Body    *docsBody
	Headers []docsField
}

// servePages serves the documentation, rendered at the first request.
func (a *API) servePages() {
	page := sync.OnceValues(a.docsPage)
	a.mux.HandleFunc("GET /api/docs", func(w http.ResponseWriter, r *http.Request) {
		html, err := page()
		if err != nil {
			a.problems.log.ErrorContext(r.Context(), "could not answer", "path", r.URL.Path, "cause", err)
			a.problems.write(w, r, internalProblem())
			return
		}
		serveText(w, "text/html; charset=utf-8", html)
	})
	a.mux.HandleFunc("GET /api/docs.css", func(w http.ResponseWriter, _ *http.Request) {
		serveText(w, "text/css; charset=utf-8", docsStyle)
	})
}

func serveText(w http.ResponseWriter, contentType string, text []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Write(text)
}

func (a *API) docsPage() ([]byte, error) {
	layout, err := template.New("docs").Parse(docsTemplate)
	if err != nil {
		return nil, fmt.Errorf("parsing the layout of the API page: %w", err)
	}
	contract := a.huma.OpenAPI()
	var html bytes.Buffer
	err = layout.Execute(&html, docsPage{
		Title:  contract.Info.Title,
		Groups: docsGroups(contract, a.routes()),
		Shapes: docsShapes(contract.Components.Schemas),
	})
	if err != nil {
		return nil, fmt.Errorf("rendering the API page: %w", err)
	}
	return html.Bytes(), nil
}

func docsGroups(contract *huma.OpenAPI, routes []route) []docsGroup {
	var groups []docsGroup
	for _, r := range routes {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/"), "/")
		at := slices.IndexFunc(groups, func(g docsGroup) bool { return g.Name == name })
		if at < 0 {
			at = len(groups)
			groups = append(groups, docsGroup{Name: name})
		}
		groups[at].Calls = append(groups[at].Calls, docsOf(contract, r))
	}
	return groups
}

func docsOf(contract *huma.OpenAPI, r route) docsCall {
	schemas := contract.Components.Schemas
	operation := operationAt(contract.Paths[r.path], r.method)
	call := docsCall{
		ID:      operation.OperationID,
		Method:  r.method,
		Path:    r.path,
		Summary: operation.Summary,
		Who:     r.who.name,
		Roles:   r.who.roles,
	}
	for _, p := range operation.Parameters {
		call.Parameters = append(call.Parameters, parameterField(p))
	}
	if requestBody := operation.RequestBody; requestBody != nil {
		call.Body = contentBody(schemas, requestBody.Content)
		call.Body.Required = requestBody.Required
	}
	for _, status := range sortedKeys(operation.Responses) {
		call.Answers = append(call.Answers, answerOf(schemas, status, operation.Responses[status]))
	}
	return call
}

func answerOf(schemas huma.Registry, status string, response *huma.Response) docsAnswer {
	answer := docsAnswer{Status: status, Doc: response.Description, Body: contentBody(schemas, response.Content)}
	for _, name := range sortedKeys(response.Headers) {
		header := response.Headers[name]
		answer.Headers = append(answer.Headers, schemaField(name, header.Schema))
	}
	return answer
}

func contentBody(schemas huma.Registry, content map[string]*huma.MediaType) *docsBody {
	if len(content) == 0 {
		return nil
	}
	media := sortedKeys(content)[0]
	schema := content[media].Schema
	body := &docsBody{Type: typeOf(schema), Media: media, Doc: schema.Description, Fields: docsFields(schema)}
	if schema.Ref != "" {
		body.Fields = docsFields(schemas.SchemaFromRef(schema.Ref))
	}
	if schema.ContentEncoding != "" {
		// The contract describes a file as JSON.
		body.Media = ""
	}
	return body
}

func operationAt(item *huma.PathItem, method string) *huma.Operation {
	return map[string]*huma.Operation{
		http.MethodGet:     item.Get,
		http.MethodPost:    item.Post,
		http.MethodPatch:   item.Patch,
		http.MethodDelete:  item.Delete,
		http.MethodOptions: item.Options,
	}[method]
}
