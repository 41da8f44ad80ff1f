package dev.gale.api;

/** Settings and subscriptions of a bolt, on the builder. Each grouping is described by the {@link GroupingSpec} of its name. */
public interface BoltDeclarer extends ComponentDeclarer<BoltDeclarer> {
    BoltDeclarer grouping(String componentId, String streamId, GroupingSpec grouping);

    default BoltDeclarer shuffleGrouping(String componentId) {
        return shuffleGrouping(componentId, Streams.DEFAULT);
    }

    default BoltDeclarer shuffleGrouping(String componentId, String streamId) {
        return grouping(componentId, streamId, new GroupingSpec.Shuffle());
    }

    default BoltDeclarer fieldsGrouping(String componentId, Fields fields) {
        return fieldsGrouping(componentId, Streams.DEFAULT, fields);
    }

    default BoltDeclarer fieldsGrouping(String componentId, String streamId, Fields fields) {
        return grouping(componentId, streamId, new GroupingSpec.ByFields(fields));
    }

    default BoltDeclarer partialKeyGrouping(String componentId, Fields fields) {
        return partialKeyGrouping(componentId, Streams.DEFAULT, fields);
    }

    default BoltDeclarer partialKeyGrouping(String componentId, String streamId, Fields fields) {
        return grouping(componentId, streamId, new GroupingSpec.PartialKey(fields));
    }

    default BoltDeclarer allGrouping(String componentId) {
        return allGrouping(componentId, Streams.DEFAULT);
    }

    default BoltDeclarer allGrouping(String componentId, String streamId) {
        return grouping(componentId, streamId, new GroupingSpec.All());
    }

    default BoltDeclarer globalGrouping(String componentId) {
        return globalGrouping(componentId, Streams.DEFAULT);
    }

    default BoltDeclarer globalGrouping(String componentId, String streamId) {
        return grouping(componentId, streamId, new GroupingSpec.Global());
    }

    default BoltDeclarer noneGrouping(String componentId) {
        return noneGrouping(componentId, Streams.DEFAULT);
    }

    default BoltDeclarer noneGrouping(String componentId, String streamId) {
        return grouping(componentId, streamId, new GroupingSpec.None());
    }

    default BoltDeclarer directGrouping(String componentId) {
        return directGrouping(componentId, Streams.DEFAULT);
    }

    default BoltDeclarer directGrouping(String componentId, String streamId) {
        return grouping(componentId, streamId, new GroupingSpec.Direct());
    }

    default BoltDeclarer localOrShuffleGrouping(String componentId) {
        return localOrShuffleGrouping(componentId, Streams.DEFAULT);
    }

    default BoltDeclarer localOrShuffleGrouping(String componentId, String streamId) {
        return grouping(componentId, streamId, new GroupingSpec.LocalOrShuffle());
    }

    default BoltDeclarer customGrouping(String componentId, CustomStreamGrouping grouping) {
        return customGrouping(componentId, Streams.DEFAULT, grouping);
    }

    default BoltDeclarer customGrouping(String componentId, String streamId, CustomStreamGrouping grouping) {
        return grouping(componentId, streamId, new GroupingSpec.Custom(grouping));
    }
}
