package googletest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

// The schema is cut out of Google's discovery document, without descriptions. LICENSE beside it is that of
// google.golang.org/api, the document's source.
//
//go:embed testdata/walletobjects.json
var discovery []byte

type schema struct {
	Type       string            `json:"type"`
	Ref        string            `json:"$ref"`
	Enum       []string          `json:"enum"`
	Items      *schema           `json:"items"`
	Properties map[string]schema `json:"properties"`
}

type schemas map[string]schema

func readSchemas() (schemas, error) {
	var document struct {
		Schemas schemas `json:"schemas"`
	}
	if err := json.Unmarshal(discovery, &document); err != nil {
		return nil, fmt.Errorf("reading the discovery document: %w", err)
	}
	return document.Schemas, nil
}

func (s schemas) refuse(where string, of schema, value any) string {
	if of.Ref != "" {
		return s.refuse(where, s[of.Ref], value)
	}
	switch value := value.(type) {
	case nil:
		return where + " is null"
	case map[string]any:
		return s.refuseObject(where, of, value)
	case []any:
		return s.refuseList(where, of, value)
	case string:
		if of.Type != "string" || len(of.Enum) > 0 && !slices.Contains(of.Enum, value) {
			return fmt.Sprintf("%s is %q", where, value)
		}
	case bool:
		if of.Type != "boolean" {
			return where + " is true or false"
		}
	case float64:
		if of.Type != "integer" && of.Type != "number" {
			return where + " is a number"
		}
	}
	return ""
}

func (s schemas) refuseObject(where string, of schema, value map[string]any) string {
	if of.Type != "object" {
		return where + " is an object"
	}
	for name, part := range value {
		property, known := of.Properties[name]
		if !known {
			return fmt.Sprintf("%s has no %q", where, name)
		}
		if wrong := s.refuse(where+"."+name, property, part); wrong != "" {
			return wrong
		}
	}
	return ""
}

func (s schemas) refuseList(where string, of schema, value []any) string {
	if of.Type != "array" {
		return where + " is a list"
	}
	for i, part := range value {
		if wrong := s.refuse(fmt.Sprintf("%s[%d]", where, i), *of.Items, part); wrong != "" {
			return wrong
		}
	}
	return ""
}
