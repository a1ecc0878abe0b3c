package httpapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

type docsShape struct {
	Name   string
	Type   docsType
	Doc    string
	Fields []docsField
}

type docsField struct {
	Name     string
	In       string
	Type     docsType
	Required bool
	Doc      string
	Limits   string
}

type docsType struct {
	Before string
	Ref    string
	After  string
}

func docsShapes(schemas huma.Registry) []docsShape {
	schemasByName := schemas.Map()
	var shapes []docsShape
	for _, name := range sortedKeys(schemasByName) {
		schema := schemasByName[name]
		shapes = append(shapes, docsShape{Name: name, Type: typeOf(schema), Doc: schema.Description, Fields: docsFields(schema)})
	}
	return shapes
}

func docsFields(schema *huma.Schema) []docsField {
	var always, maybe []docsField
	for _, name := range sortedKeys(schema.Properties) {
		field := schemaField(name, schema.Properties[name])
		field.Required = slices.Contains(schema.Required, name)
		if field.Required {
			always = append(always, field)
		} else {
			maybe = append(maybe, field)
		}
	}
	return append(always, maybe...)
}

func parameterField(p *huma.Param) docsField {
	field := schemaField(p.Name, p.Schema)
	field.In, field.Required = p.In, p.Required
	if p.Description != "" {
		field.Doc = p.Description
	}
	return field
}

func schemaField(name string, schema *huma.Schema) docsField {
	return docsField{Name: name, Type: typeOf(schema), Doc: schema.Description, Limits: limitsOf(schema)}
}

func typeOf(schema *huma.Schema) docsType {
	switch {
	case schema.Ref != "":
		return docsType{Ref: schema.Ref[strings.LastIndex(schema.Ref, "/")+1:]}
	case len(schema.AnyOf) > 0:
		return anyOf(schema.AnyOf)
	case schema.Type == huma.TypeArray && schema.Items != nil:
		itemType := typeOf(schema.Items)
		itemType.Before = "list of " + itemType.Before
		return nullableType(itemType, schema.Nullable)
	case schema.ContentEncoding != "" || schema.Format == "binary":
		return docsType{Before: "bytes"}
	}
	return nullableType(docsType{Before: schema.Type}, schema.Nullable)
}

func anyOf(choices []*huma.Schema) docsType {
	choiceType := typeOf(choices[0])
	for _, other := range choices[1:] {
		choiceType.After += " or " + other.Type
	}
	return choiceType
}

func nullableType(base docsType, nullable bool) docsType {
	if nullable {
		base.After += " or null"
	}
	return base
}

func limitsOf(schema *huma.Schema) string {
	var limits []string
	limits = append(limits, choices(schema)...)
	limits = append(limits, formats(schema)...)
	limits = append(limits, span("value", schema.Minimum, schema.Maximum)...)
	limits = append(limits, span("length", schema.MinLength, schema.MaxLength)...)
	limits = append(limits, span("entries", schema.MinItems, schema.MaxItems)...)
	if schema.Default != nil {
		limits = append(limits, fmt.Sprintf("default %v", schema.Default))
	}
	return strings.Join(limits, "; ")
}

func choices(schema *huma.Schema) []string {
	if len(schema.Enum) == 0 && schema.Items != nil {
		schema = schema.Items
	}
	if len(schema.Enum) == 0 {
		return nil
	}
	words := make([]string, 0, len(schema.Enum))
	for _, value := range schema.Enum {
		words = append(words, fmt.Sprint(value))
	}
	return []string{"one of " + strings.Join(words, ", ")}
}

func formats(schema *huma.Schema) []string {
	var limits []string
	if schema.Format != "" && schema.Type == huma.TypeString && schema.Format != "binary" {
		limits = append(limits, schema.Format)
	}
	if schema.Pattern != "" {
		limits = append(limits, "matches "+schema.Pattern)
	}
	return limits
}

func span[N int | float64](name string, least, most *N) []string {
	switch {
	case least != nil && most != nil:
		return []string{fmt.Sprintf("%s %v to %v", name, *least, *most)}
	case least != nil:
		return []string{fmt.Sprintf("%s from %v", name, *least)}
	case most != nil:
		return []string{fmt.Sprintf("%s up to %v", name, *most)}
	}
	return nil
}

func sortedKeys[V any](values map[string]V) []string {
	return slices.Sorted(maps.Keys(values))
}
