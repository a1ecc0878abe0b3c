package googletest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

// discovery is the part of Google's discovery document with the schema, without descriptions. LICENSE beside it is that
// of google.golang.org/api, the document's source.
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

func (s schemas) refuse(where string, want schema, value any) string {
	if want.Ref != "" {
		return s.refuse(where, s[want.Ref], value)
	}
	switch value := value.(type) {
	case nil:
		return where + " is null"
	case map[string]any:
		return s.refuseObject(where, want, value)
	case []any:
		return s.refuseList(where, want, value)
	case string:
		if want.Type != "string" || len(want.Enum) > 0 && !slices.Contains(want.Enum, value) {
			return fmt.Sprintf("%s is %q", where, value)
		}
	case bool:
		if want.Type != "boolean" {
			return where + " is a boolean, want " + want.Type
		}
	case float64:
		if want.Type != "integer" && want.Type != "number" {
			return where + " is a number, want " + want.Type
		}
	}
	return ""
}

func (s schemas) refuseObject(where string, want schema, value map[string]any) string {
	if want.Type != "object" {
		return where + " is an object, want " + want.Type
	}
	for name, part := range value {
		property, known := want.Properties[name]
		if !known {
			return fmt.Sprintf("%s has no %q", where, name)
		}
		if wrong := s.refuse(where+"."+name, property, part); wrong != "" {
			return wrong
		}
	}
	return ""
}

func (s schemas) refuseList(where string, want schema, value []any) string {
	if want.Type != "array" {
		return where + " is a list, want " + want.Type
	}
	for i, part := range value {
		if wrong := s.refuse(fmt.Sprintf("%s[%d]", where, i), *want.Items, part); wrong != "" {
			return wrong
		}
	}
	return ""
}
